// run: dump --ir=causal
model M "A Real of a when-equation in a loop with continuous equations is an unknown of it"
  Real x, y(start = 0, fixed = true);
equation
  x + y = 5;
  when sample(0.2, 0.2) then
    y = 7 - 2*x + time;
  end when;
end M;
// expect:
//| causal model M
//| continuous
//|   explicit x := 5.0 - y
//| event
//|   explicit $when[1] := tick0
//|   linear
//|     tear x
//|     y := 5.0 - x
//|     residual y = if $when[1] and not pre($when[1]) and not initial() then 7.0 - 2.0*x + time else pre(y)
//| initial
//|   explicit $when[1] := tick0
//|   linear
//|     tear x
//|     y := 5.0 - x
//|     residual y = if $when[1] and not pre($when[1]) and not initial() then 7.0 - 2.0*x + time else pre(y)
