// run: check
model M
  // error: `warmth` has StateSelect.never but no constraint determines it: it is a state [StateSelectIgnored]
  //   ^
  Real warmth(start = 1, fixed = true, stateSelect = StateSelect.never);
  // error: `step` has StateSelect.always but is no state: constraints determine it from others [StateSelectIgnored]
  //   ^
  Real step(stateSelect = StateSelect.always) = if time < 0.5 then 1 else 2;
equation
  der(warmth) = -warmth;
end M;
