within Constraints;
model CapacitorTriangle "Capacitors in a triangle: that their voltages add up to 0 is told by the potentials of the nodes only"
  parameter Real C[3](each unit = "F") = {1, 2, 2}, R(unit = "Ohm") = 0.5, U(unit = "V") = 2;
  Real u[3](each unit = "V", start = {0, 0, 0}, fixed = {true, true, false});
  Real i[3](each unit = "A"), into(unit = "A"), out(unit = "A");
  Real v[3](each unit = "V") "Potentials";
equation
  for k in 1:3 loop
    C[k]*der(u[k]) = i[k];
  end for;
  u[1] = v[1] - v[2];
  u[2] = v[2] - v[3];
  u[3] = v[3] - v[1];
  into = i[1] - i[3];
  out = i[1] - i[2];
  i[2] = i[3];
  v[1] = U - R*into;
  v[2] = R*out;
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
end CapacitorTriangle;
