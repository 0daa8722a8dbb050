// run: check
model M
  connector A
    Real p;
    flow Real m;
    // error: stream variables are not supported yet [NotYetSupported]
    stream Real h;
  end A;
  A a;
end M;
