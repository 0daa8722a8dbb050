// run: dump --ir=dae
model ExplicitEuler "Two equations fix one state: the constraint is differentiated"
  Real u = sample(time, Clock(Clock(1, 10), "ExplicitEuler"));
  Real a(start = 1, fixed = true), b, f;
equation
  der(a) = f;
  der(b) = u - f;
  b = 2*a;
end ExplicitEuler;
// expect:
//| dae ExplicitEuler
//| variables
//|   discrete Real u(fixed = true)
//|   discrete Real a(start = 1.0, fixed = true)
//|   discrete Real b(fixed = true)
//|   discrete Real f(fixed = true)
//|   continuous Real $operand[1]  // generated
//|   discrete Boolean $ticked[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Real der(a)(fixed = true)
//|   discrete Real der(b)(fixed = true)
//| f_x
//|   1: $operand[1] = time
//| f_z, f_m
//|   0: $when[1] := tick0
//|   2: u := if $when[1] and not pre($when[1]) and not initial() then pre($operand[1]) else pre(u)
//|   3: a := if $when[1] and not pre($when[1]) and not initial() then if pre($ticked[1]) then pre(a) + 0.1*pre(der(a)) else 1.0 else pre(a)
//|   4: b := if $when[1] and not pre($when[1]) and not initial() then 2.0*a else pre(b)
//|   5: f := if $when[1] and not pre($when[1]) and not initial() then u - der(b) else pre(f)
//|   6: $ticked[1] := if $when[1] and not pre($when[1]) and not initial() then true else pre($ticked[1])
//|   7: der(a) := if $when[1] and not pre($when[1]) and not initial() then f else pre(der(a))
//|   8: der(b) := if $when[1] and not pre($when[1]) and not initial() then der(a)*2.0 else pre(der(b))
//| samples
//|   tick0: sample(time, 0.1)
//| end ExplicitEuler
