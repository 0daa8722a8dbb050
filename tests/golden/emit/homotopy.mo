// run: dump --ir=program
model Path
  Real x(start = 1);
equation
  homotopy(x^2, x) = 2;
end Path;
// expect:
//| program Path
//|   algebraic x in s3
//| initial system
//|   nonlinear for x
//|     residual
//|       s8 = x
//|       if not lambda jump 8
//|       s10 = square(x)
//|       s9 = s10
//|       s11 = lambda * s9
//|       s12 = 1 - lambda
//|       s13 = s12 * x
//|       s8 = s11 + s13
//|       s6 = s8
//|       s5 = s6 - 2
//|       0 = s5  // homotopy(x^2.0, x) = 2.0
//|     jacobian
//|       s16 = 1
//|       if not lambda jump 17
//|       s17 = 2 * x
//|       s18 = lambda * s17
//|       s19 = 1 - lambda
//|       s20 = s19 * 1
//|       s16 = s18 + s20
//|       s15 = s16
//|       J[0, 0] = s15
//| event system
//|   nonlinear for x
//|     residual
//|       s23 = square(x)
//|       s22 = s23
//|       s21 = s22 - 2
//|       0 = s21  // x^2.0 = 2.0
//|     jacobian
//|       s24 = 2 * x
//|       J[0, 0] = s24
//| continuous system
//|   nonlinear for x
//|     residual
//|       s27 = square(x)
//|       s26 = s27
//|       s25 = s26 - 2
//|       0 = s25  // x^2.0 = 2.0
//|     jacobian
//|       s28 = 2 * x
//|       J[0, 0] = s28
//|     partials
//|       s29 = 2 * x
//|       d residual 0 / d x = s29
//| end Path
