// run: check -m P.M
package P
  function ramp "the size of the result is that of the moment"
    input Integer n;
    output Real y[n] = 1:n;
  end ramp;
  function grows
    input Real u[:];
    // error: `y` has the size `:` and is assigned what has no size known at compile time; this is not supported yet [NotYetSupported]
    //          ^
    output Real y[:];
  algorithm
    y := u;
    y := cat(1, y, u);
  end grows;
  function collects
    input Real u[:];
    // error: `y` has the size `:` and is assigned what has no size known at compile time; this is not supported yet [NotYetSupported]
    //          ^
    output Real y[:];
  algorithm
    y := u[1:2];
    for i in 1:2 loop
      y := cat(1, y, u[i:i]);
    end for;
  end collects;
  model M
    Integer k(start = 1, fixed = true);
    // error: `n` gives the size of the output `y` of `P.ramp` and must be known at compile time [NotConstant]
    //           ^
    Real a = sum(ramp(k));
    Real b = sum(grows({time, 1}));
    Real c = sum(collects({time, 1}));
  equation
    when sample(1, 1) then
      k = pre(k) + 1;
    end when;
  end M;
end P;
