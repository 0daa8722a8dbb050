// run: check
model M "A delay time that changes has a limit (MLS 3.7.4.1)"
  // error: the delay time `0.1 + 0.01*time` changes during the simulation, and no parameter limits it (MLS 3.7.4.1) [VariabilityMismatch]
  //       ^
  Real a = delay(time, 0.1 + 0.01*time);
end M;
