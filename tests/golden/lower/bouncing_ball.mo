// run: dump --ir=dae
model Ball "A when-equation with a reinit becomes a relation, a discrete Boolean and a guarded action"
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
end Ball;
// expect:
//| dae Ball
//| variables
//|   parameter Real e = 0.7
//|   continuous Real h(start = 1.0, fixed = true)  // differentiated
//|   continuous Real v(start = 0.0, fixed = true, stateSelect = StateSelect.always)  // differentiated
//|   continuous Real der(h)
//|   continuous Real der(v)
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//| f_x
//|   0: der(h) = v
//|   1: der(v) = -9.81
//| f_z, f_m
//|   2: $when[1] := c0
//| f_c
//|   c0: h < 0.0  // state event
//| reinit
//|   when $when[1] and not pre($when[1]) and not initial(): v := -e*pre(v)
//| end Ball
