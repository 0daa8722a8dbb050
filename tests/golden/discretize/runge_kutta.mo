// run: dump --ir=dae
model RungeKutta "The stages have copies of the equations"
  Real u = sample(time, Clock(Clock(1, 10), "ExplicitMidPoint2"));
  Real x(start = 1) "of order 2";
equation
  der(x) = u - x;
end RungeKutta;
// expect:
//| dae RungeKutta
//| variables
//|   discrete Real u(fixed = true)
//|   discrete Real x(start = 1.0, fixed = true)
//|   continuous Real $operand[1]  // generated
//|   discrete Boolean $ticked[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Real der(x)(fixed = true)
//|   discrete Real $stage[1].u(fixed = true)  // generated
//|   discrete Real $stage[1].x(start = 1.0, fixed = true)  // generated
//|   discrete Real $stage[1].der(x)(fixed = true)  // generated
//|   discrete Real $given[1](fixed = true)  // generated
//| f_x
//|   1: $operand[1] = time
//| f_z, f_m
//|   0: $when[1] := tick0
//|   2: u := if $when[1] and not pre($when[1]) and not initial() then pre($operand[1]) else pre(u)
//|   3: x := if $when[1] and not pre($when[1]) and not initial() then if pre($ticked[1]) then pre(x) + 0.1*$stage[1].der(x) else 1.0 else pre(x)
//|   4: $ticked[1] := if $when[1] and not pre($when[1]) and not initial() then true else pre($ticked[1])
//|   5: der(x) := if $when[1] and not pre($when[1]) and not initial() then u - x else pre(der(x))
//|   6: $stage[1].u := if $when[1] and not pre($when[1]) and not initial() then if pre($ticked[1]) then 0.5*(pre($given[1]) + pre($operand[1])) else pre($operand[1]) else pre($stage[1].u)
//|   7: $stage[1].x := if $when[1] and not pre($when[1]) and not initial() then pre(x) + 0.05*pre(der(x)) else pre($stage[1].x)
//|   8: $stage[1].der(x) := if $when[1] and not pre($when[1]) and not initial() then $stage[1].u - $stage[1].x else pre($stage[1].der(x))
//|   9: $given[1] := if $when[1] and not pre($when[1]) and not initial() then pre($operand[1]) else pre($given[1])
//| samples
//|   tick0: sample(time, 0.1)
//| end RungeKutta
