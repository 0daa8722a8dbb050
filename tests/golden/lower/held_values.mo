// run: dump --ir=dae
model Held "What jumps is held between events: the sign, the floor and the remainder of what changes continuously"
  Real x(start = -1.5, fixed = true);
  Real y;
equation
  der(x) = 1;
  y = sign(x) + floor(x) + mod(x, 0.4);
end Held;
// expect:
//| dae Held
//| variables
//|   continuous Real x(start = -1.5, fixed = true)  // differentiated
//|   continuous Real y
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = 1.0
//|   1: y = (if c0 then 1 elseif c1 then -1 else 0) + held0 + (x - held1*0.4)
//| f_c
//|   c0: x > 0.0  // state event
//|   c1: x < 0.0  // state event
//| held
//|   held0: floor(x)
//|   held1: floor(x/0.4)
//| end Held
