package Scales "Sizes of states, and what rounding errors do to small ones"
  model OutOfTheDomain "A look ahead along the derivative leaves the domain of the square root"
    parameter Real h0 = 1e-3;
    Real h(start = h0, fixed = true);
  equation
    der(h) = if time < 0.5*h0 then -1 + 0.1*sqrt(h) else 1;
  end OutOfTheDomain;

  model ByBody "The difference of two equal motions: position and speed of the one, then of the other"
    Boolean isAhead;
    Real s1(start = 1e3, fixed = true);
    Real v1(start = 0, fixed = true);
    Real s2(start = 1e3, fixed = true);
    Real v2(start = 0, fixed = true);
  equation
    der(s1) = v1;
    3*der(v1) = -0.9*s1;
    der(s2) = v2;
    7*der(v2) = -2.1*s2;
    isAhead = s1 - s2 > 0;
  end ByBody;

  model ByKind "The same, the positions first"
    Boolean isAhead;
    Real s1(start = 1e3, fixed = true);
    Real s2(start = 1e3, fixed = true);
    Real v1(start = 0, fixed = true);
    Real v2(start = 0, fixed = true);
  equation
    der(s1) = v1;
    3*der(v1) = -0.9*s1;
    der(s2) = v2;
    7*der(v2) = -2.1*s2;
    isAhead = s1 - s2 > 0;
  end ByKind;

  model Stiff "The rate of x has rounding errors of 1e-6, which the next moment forgets"
    Real x(start = 1, fixed = true);
  equation
    der(x) = -1e10*(x - cos(time)) - sin(time);
  end Stiff;

  model Balance "A body between a drive that grows with time and a friction that balances it, at speeds that add up to nothing"
    Real w1(start = 0, fixed = true);
    Real w2(start = 0, fixed = true);
    Real f1;
    Real f2;
  equation
    1.5*der(w1) = -6.1*time + 3*f1 + 3*f2;
    4.5*der(w2) = -0.5*time - 2*f2;
    -3*der(w1) = 0;
    -3*der(w1) + 2*der(w2) = 0;
  end Balance;
end Scales;
