// run: check
model M
  Real warmth(start = 1, fixed = true, stateSelect = StateSelect.never);
  Real step(stateSelect = StateSelect.always) = if time < 0.5 then 1 else 2;
equation
  der(warmth) = -warmth;
end M;
