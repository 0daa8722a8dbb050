within IdealElements;
model JerkedString "A running wagon jerks another along, by a string"
  import FrictionElements.{Ideal,Translational};
  Translational.Mass first(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Ideal.InextensibleString string(L = 2);
  Translational.Mass second(m = 3, s(start = 0.5, fixed = true), v(start = 2, fixed = true));
equation
  connect(first.flange_b, string.flange_a);
  connect(string.flange_b, second.flange_a);
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-9));
end JerkedString;
