// run: check -m M
connector RealInput = input Real;
connector RealOutput = output Real;
block Gain
  parameter Real k = 1;
  // error: nothing is connected to the input `chain.second.u`, and no equation gives it a value: model `M` has 4 equations but 5 unknowns [InputNotConnected]
  //        ^
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
  Loop chain;
  Real x(start = 0, fixed = true);
equation
  der(x) = chain.y;
end M;
