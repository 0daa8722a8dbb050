// run: dump --ir=dae
model WhenEquations "All equations of a clocked when-equation have one clock; they need not be assignments"
  Clock c = Clock(2, 10);
  Real a, b, u;
  Integer n(start = 0);
  Boolean first;
equation
  when c then
    a + b = u;
    a*b = interval();
    assert(a > b, "a is the larger one");
  end when;
  when Clock() then
    u = sample(time);
    n = previous(n) + 1;
    first = firstTick();
  end when;
end WhenEquations;
// expect:
//| dae WhenEquations
//| variables
//|   constant Boolean c = false  // generated
//|   discrete Real a(fixed = true)
//|   discrete Real b(fixed = true)
//|   discrete Real u(fixed = true)
//|   discrete Integer n(start = 0, fixed = true)
//|   discrete Boolean first(fixed = true)
//|   continuous Real $operand[1]  // generated
//|   discrete Boolean $ticked[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//| f_x
//|   1: $operand[1] = time
//| f_z, f_m
//|   0: $when[1] := tick0
//|   2: a := if $when[1] and not pre($when[1]) and not initial() then a + (a*b - 0.2) else pre(a)
//|   3: b := if $when[1] and not pre($when[1]) and not initial() then u - a else pre(b)
//|   4: u := if $when[1] and not pre($when[1]) and not initial() then pre($operand[1]) else pre(u)
//|   5: n := if $when[1] and not pre($when[1]) and not initial() then pre(n) + 1 else pre(n)
//|   6: first := if $when[1] and not pre($when[1]) and not initial() then not pre($ticked[1]) else pre(first)
//|   7: $ticked[1] := if $when[1] and not pre($when[1]) and not initial() then true else pre($ticked[1])
//| samples
//|   tick0: sample(time, 0.2)
//| assert
//|   not ($when[1] and not pre($when[1]) and not initial()) or a > b: "a is the larger one"
//| end WhenEquations
