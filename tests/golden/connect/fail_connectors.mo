// run: check -m P.M
package P
  connector Rail
    Real v[3];
    flow Real i[2];
  end Rail;
  operator record Pair
    Real a;
  end Pair;
  connector Bad
    Pair e;
    flow Pair f;
  end Bad;
  block Scale
    input Real u;
    output Real y = 2*u;
  end Scale;
  impure function tick
    input Real u;
    output Real y;
  algorithm
    y := u;
  end tick;
  pure function twice
    input Real u;
    output Real y;
  algorithm
    y := tick(u);
  end twice;
  model M
    Rail r(v = {1, 2, 3});
    Bad bad;
    Scale s;
    Real x = 1;
    Integer k = cardinality(x);
    Real y = tick(time);
    Real z;
  equation
    s.u = 3;
    when time > 0.5 then
      connect(r, r);
      z = twice(time) + tick(time);
    end when;
  end M;
end P;
