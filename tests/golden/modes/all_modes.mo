// run: check --all-modes
// note-anywhere: all 8 modes looked at; 5 singular, for 2 reasons [ModesLookedAt]
model AllModes "Two gears that can be engaged together, and a branch without an unknown"
  Real w(start = 0, fixed = true), tau1, tau2, tau3;
  Boolean first = time > 1, second = time > 2, third = time > 3;
equation
  2*der(w) = tau1 + tau2 + tau3;
  if first then
    // note: in mode {first, second} `w = 3.0` and 1 more equation hold only 1 unknown, and nothing determines `tau1`, `tau2` (in 2 of 8 modes) [ModeSingular]
    w = 3;
  else
    tau1 = 0;
  end if;
  if second then
    w = 5;
  else
    tau2 = 0;
  end if;
  if third then
    // note: in mode {third} `time = 0.0` holds no unknown, and nothing determines `tau3` (in 4 of 8 modes) [ModeSingular]
    0 = time;
  else
    tau3 = 0;
  end if;
end AllModes;
