// run: check -m M
connector RealInput = input Real;
connector RealOutput = output Real;
block Gain
  parameter Real k = 1;
  // error: nothing is connected to the input `loop.second.u`, and no equation gives it a value: model `M` has 7 equations but 8 unknowns [InputNotConnected]
  RealInput u;
  RealOutput y;
equation
  y = k*u;
end Gain;
model Loop
  Gain first(k = 2);
  Gain second(k = 3);
  RealOutput y;
equation
  connect(second.y, y);
  first.u = time;
end Loop;
model M
  Loop loop;
  Real x(start = 0, fixed = true);
equation
  der(x) = loop.y;
end M;
