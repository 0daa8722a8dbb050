// run: check
model M "Strings that equations define are values of messages; they cannot need each other"
  // error: the values of `s`, `t` depend on each other [ParameterCycle]
  //     ^
  String s = t + "!";
  String t = "?" + s;
equation
  assert(time < 1, s);
end M;
