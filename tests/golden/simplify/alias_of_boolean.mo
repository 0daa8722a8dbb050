// run: dump --ir=dae
model Copied "A Boolean equal to another becomes its alias: one relation, one discrete assignment"
  Real x(start = 0, fixed = true);
  Boolean above;
  Boolean too;
equation
  der(x) = if too then 0 else 1;
  above = x > 1;
  too = above;
end Copied;
// expect:
//| dae Copied
//| variables
//|   continuous Real x(start = 0.0, fixed = true)  // differentiated
//|   discrete Boolean above
//|   discrete Boolean too  // alias of above
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = if above then 0 else 1
//| f_z, f_m
//|   1: above := c0
//| f_c
//|   c0: x > 1.0  // state event
//| end Copied
