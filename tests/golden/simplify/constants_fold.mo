// run: dump --ir=dae
model Folded "What constants decide is folded: the condition chooses its branch, a product with zero vanishes"
  constant Boolean heavy = true;
  constant Integer n = 3;
  Real x(start = 0, fixed = true);
equation
  der(x) = if heavy then n*2 - 0*x else x;
end Folded;
// expect:
//| dae Folded
//| variables
//|   constant Boolean heavy = true
//|   constant Integer n = 3
//|   continuous Real x(start = 0.0, fixed = true)  // differentiated
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = 6.0
//| end Folded
