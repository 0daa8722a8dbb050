// run: dump --ir=dae
model Aliases "Equal and opposite variables become aliases of one; signs multiply along the chain"
  Real x(start = 1, fixed = true);
  Real same;
  Real opposite;
  Real back;
equation
  same = x;
  opposite + same = 0;
  back = -opposite;
  der(x) = opposite - 3*back;
end Aliases;
// expect:
//| dae Aliases
//| variables
//|   continuous Real x(start = 1.0, fixed = true)  // differentiated
//|   continuous Real same  // alias of x
//|   continuous Real opposite  // alias of -x
//|   continuous Real back  // alias of x
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = -x - 3.0*x
//| end Aliases
