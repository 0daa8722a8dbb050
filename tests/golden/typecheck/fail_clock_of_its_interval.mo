// run: check
model M "What gives a Clock does not ask for it (MLS 16.3)"
  // error: a Clock cannot be made from what asks for its own clock [ClockArgument]
  //              ^
  Clock c = Clock(interval());
  Real z = sample(time, c);
end M;
