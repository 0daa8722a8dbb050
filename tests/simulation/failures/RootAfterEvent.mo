model RootAfterEvent "The root has a value at the first events, but none after the third one"
  Real v(start = -1, fixed = true);
  Real y(start = 0, fixed = true);
  Real side = if v > 0 then 1 else -1;
  Boolean isLarge = sqrt(6 - side*y) > 10;
equation
  der(v) = sin(time);
  der(y) = 1;
  annotation(experiment(StopTime = 10));
end RootAfterEvent;
