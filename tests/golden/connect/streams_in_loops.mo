// run: simulate -m L.M -o {scratch}/r.csv --quiet
package L
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Feed
    Port a;
  equation
    a.m = -1;
    a.h = 5;
  end Feed;
  model Sink
    Port a;
  equation
    a.p = 1;
    a.h = 1;
  end Sink;
  model M "inStream in a loop whose number of turns changes"
    Feed f;
    Sink b;
    Integer n = if time < 0.5 then 2 else 3;
    Real sum;
  algorithm
    sum := 0;
    for k in 1:n loop
      sum := sum + k*inStream(b.a.h);
    end for;
  equation
    connect(f.a, b.a);
    assert(abs(sum - (if n == 2 then 15 else 30)) < 1e-12, "sum: " + String(sum));
  end M;
end L;
