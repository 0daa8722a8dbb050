// run: check
model M
  connector A
    Real p, q;
    flow Real m, n;
    // error: the stream variable `h` must be beside one scalar variable with `flow` in its connector, found 2 [StreamWithoutFlow]
    stream Real h;
  end A;
  connector B
    Real p;
    flow Real m;
  end B;
  A a;
  B b;
  // error: `inStream` takes a stream variable of a connector [NotAStream]
  //                ^
  Real x = inStream(a.p);
  // error: `actualStream` takes a stream variable of a connector [NotAStream]
  //                    ^
  Real y = actualStream(2*a.h);
end M;
