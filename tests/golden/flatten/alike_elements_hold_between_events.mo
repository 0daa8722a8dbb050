// run: dump --ir=flat
model M
  model Hold
    input Real u;
    Real held;
    Real last = pre(held);
  algorithm
    when u > 1 then
      held := u;
    end when;
  end Hold;
  Hold hold[2](u = {time, 2*time});
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   Real hold[1].u;
//|   discrete Real hold[1].held;
//|   Real hold[1].last;
//|   Real hold[2].u;
//|   discrete Real hold[2].held;
//|   Real hold[2].last;
//| equation
//|   hold[1].u = time;
//|   hold[1].last = pre(hold[1].held);
//|   hold[1].held = if active(hold[1].u > 1.0) then hold[1].u else pre(hold[1].held);
//|   hold[2].u = 2.0*time;
//|   hold[2].last = pre(hold[2].held);
//|   hold[2].held = if active(hold[2].u > 1.0) then hold[2].u else pre(hold[2].held);
//| end M;
