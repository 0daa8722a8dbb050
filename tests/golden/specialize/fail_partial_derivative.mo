// run: check
model PartialDerivative
  function f
    input Real x;
    output Real y = x;
    output Integer n = 2;
  end f;
  function e
    input Real x;
    output Real y;
    external "C" y = sin(x);
  end e;
  function g
    input Real x;
    output Real y = 2*e(x);
  end g;
  function f_x = der(f, x);
  function g_x = der(g, x);
  // error: the output `n` of `PartialDerivative.f` is no Real, and has no derivative (MLS 12.7.2) [PartialDerivative]
  //       ^
  Real a = f_x(time);
  // error: `PartialDerivative.e` has no derivative: it is in another language, and has no annotation `derivative` (MLS 12.7.1) [PartialDerivative]
  //       ^
  Real b = g_x(time);
end PartialDerivative;
