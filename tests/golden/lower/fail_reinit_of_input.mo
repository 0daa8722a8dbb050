// run: check
model M "An input is no state (MLS 8.3.6)"
  // warning: nothing determines the input `u`; it keeps its start value 0.0 [InputWithoutValue]
  //         ^
  input Real u;
  Real h(start = 1, fixed = true);
equation
  der(h) = -1;
  when h < 0.5 then
    // error: `u` is reinitialised but is no continuous unknown, and cannot be a state (MLS 8.3.6) [ReinitNotState]
    reinit(u, 1);
  end when;
end M;
