// run: dump --ir=dae
model M "what matters at the start only is not watched"
  Real x(start = 1), y;
initial equation
  x = 1;
equation
  der(x) = -x;
  if initial() then
    y = if x > 2 then 1 elseif x > 3 then sign(x) else 2;
  else
    y = if x > 3 then 3 else 4;
  end if;
end M;
// expect:
//| dae M
//| variables
//|   continuous Real x(start = 1.0)  // differentiated
//|   continuous Real y
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = -x
//|   1: y = if initial() then if c0 then 1 elseif c1 then if c2 then 1 elseif c3 then -1 else 0 else 2 else if c1 then 3 else 4
//| f_c
//|   c0: x > 2.0  // discrete event
//|   c1: x > 3.0  // state event
//|   c2: x > 0.0  // discrete event
//|   c3: x < 0.0  // discrete event
//| initial
//|   0: x = 1.0
//| end M
