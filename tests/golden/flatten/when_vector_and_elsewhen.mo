// run: dump --ir=flat
model M
  discrete Real count(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(v) = 1;
  when {time > 1, v > 2} then
    count = pre(count) + 1;
    reinit(v, 0);
  elsewhen sample(0, 0.5) then
    count = 0;
  end when;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   discrete Real count(start = 0.0, fixed = true);
//|   Real v(start = 0.0, fixed = true);
//| equation
//|   der(v) = 1.0;
//|   when time > 1.0 then
//|     count = pre(count) + 1.0;
//|     reinit(v, 0.0);
//|   elsewhen v > 2.0 then
//|     count = pre(count) + 1.0;
//|     reinit(v, 0.0);
//|   elsewhen sample(0.0, 0.5) then
//|     count = 0.0;
//|   end when;
//| end M;
