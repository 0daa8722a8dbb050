// run: dump --ir=program
model Pair "A linear block of two: residuals and their symbolic Jacobian, column by column"
  Real a;
  Real b;
equation
  a + 2*b = time;
  3*a - b*time = 1;
end Pair;
// expect:
//| program Pair
//|   algebraic a in s3
//|   algebraic b in s4
//| initial system
//|   linear for b
//|     residual
//|       s6 = 2 * b
//|       a = time - s6
//|       s10 = 3 * a
//|       s12 = b * time
//|       s9 = s10 - s12
//|       s8 = s9 - 1
//|       0 = s8  // 3.0*a - b*time = 1.0
//|     jacobian
//|       s14 = -6 - time
//|       J[0, 0] = s14
//| event system
//|   linear for b
//|     residual
//|       s16 = 2 * b
//|       a = time - s16
//|       s19 = 3 * a
//|       s20 = b * time
//|       s18 = s19 - s20
//|       s17 = s18 - 1
//|       0 = s17  // 3.0*a - b*time = 1.0
//|     jacobian
//|       s21 = -6 - time
//|       J[0, 0] = s21
//| continuous system
//|   linear for b
//|     residual
//|       s22 = 2 * b
//|       a = time - s22
//|       s25 = 3 * a
//|       s26 = b * time
//|       s24 = s25 - s26
//|       s23 = s24 - 1
//|       0 = s23  // 3.0*a - b*time = 1.0
//|     jacobian
//|       s27 = -6 - time
//|       J[0, 0] = s27
//|     partials
//|       s29 = -(time)
//|       d a / d b = -2
//|       d residual 0 / d a = 3
//|       d residual 0 / d b = s29
//| end Pair
