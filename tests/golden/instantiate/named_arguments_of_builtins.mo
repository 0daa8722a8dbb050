// run: check
model M "The legal twin of fail_named_arguments_of_builtins"
  Real x = sin(time);
  Real y = homotopy(actual = time, simplified = 1);
  Real z = delay(time, 0.1);
  String s = String(1.5, significantDigits = 5);
  String named = String(1, minimumLength = 5);
equation
  assert(x < 2, "small", level = AssertionLevel.warning);
end M;
