// run: check
model PartialDerivative
  function f
    input Real x;
    input Integer n;
    input Real c[2];
    output Real y = x*n + c[1];
  end f;
  // error: `n` is no scalar Real input of `PartialDerivative.f` (MLS 12.7.2) [PartialDerivative]
  //                    ^
  function f_n = der(f, n);
  // error: `z` is no scalar Real input of `PartialDerivative.f` (MLS 12.7.2) [PartialDerivative]
  //                    ^
  function f_z = der(f, z);
  // error: `c` is no scalar Real input of `PartialDerivative.f` (MLS 12.7.2) [PartialDerivative]
  //                       ^
  function f_c = der(f, x, c);
  // error: `itself` is the derivative of itself [ClassCycle]
  //                    ^
  function itself = der(itself, x);
  Real a = f_n(time, 1, {1, 2});
  Real b = f_z(time, 1, {1, 2});
  Real c = f_c(time, 1, {1, 2});
  Real d = itself(time);
end PartialDerivative;
