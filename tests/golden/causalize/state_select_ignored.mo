// run: check
// exit: 0
model M "Two rigidly connected positions cannot both be states"
  Real x(start = 0, fixed = true, stateSelect = StateSelect.always);
  // warning: `y` has StateSelect.always but is no state: constraints determine it from others [StateSelectIgnored]
  //   ^
  Real y(stateSelect = StateSelect.always);
  Real f;
equation
  der(x) = f;
  der(y) = 1 - f;
  y = x + 1;
end M;
