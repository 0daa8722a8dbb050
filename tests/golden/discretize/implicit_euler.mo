// run: dump --ir=dae
model ImplicitEuler "A controller with an integrator, solved from tick to tick; it begins with its initial equation"
  Real e = sample(sin(time), Clock(Clock(1, 10), "ImplicitEuler"));
  Real x, y;
  Real u = hold(y);
initial equation
  y = 1;
equation
  der(x) = e - x;
  y = 2*(x + e);
end ImplicitEuler;
// expect:
//| dae ImplicitEuler
//| variables
//|   discrete Real e(fixed = true)
//|   discrete Real x(fixed = true)
//|   discrete Real y(fixed = true)
//|   continuous Real u
//|   continuous Real $operand[1]  // generated
//|   discrete Boolean $ticked[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Real der(x)(fixed = true)
//| f_x
//|   1: u = y
//|   2: $operand[1] = sin(time)
//| f_z, f_m
//|   0: $when[1] := tick0
//|   3: e := if $when[1] and not pre($when[1]) and not initial() then pre($operand[1]) else pre(e)
//|   4: x := if $when[1] and not pre($when[1]) and not initial() then x - (if pre($ticked[1]) then x - (pre(x) + 0.1*der(x)) else y - 1.0) else pre(x)
//|   5: y := if $when[1] and not pre($when[1]) and not initial() then 2.0*(x + e) else pre(y)
//|   6: $ticked[1] := if $when[1] and not pre($when[1]) and not initial() then true else pre($ticked[1])
//|   7: der(x) := if $when[1] and not pre($when[1]) and not initial() then e - x else pre(der(x))
//| samples
//|   tick0: sample(time, 0.1)
//| end ImplicitEuler
