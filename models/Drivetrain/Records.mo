within Drivetrain;
model Records "Records as parameters, modified, from constructors, in arrays"
  parameter Data.Shaft plain;
  parameter Data.Shaft changed(J = 5, d = {1, 2}, bearing(f0 = 0.75));
  parameter Data.Shaft made = Data.Shaft(J = 7, d = {3, 4}, bearing = Data.Bearing(0.1, 3));
  parameter Data.Shaft computed = if made.J > 5 then made else plain;
  parameter Data.LongShaft long(bearing = Data.Bearing(balls = 20));
  Data.Shaft row[2](J = {time, 2*time});
  Data.Bearing moving(f0 = sin(time), balls = 1);
  Data.Shaft copy = row[2];
  Real a = plain.J + plain.bearing.f0 + plain.bearing.balls "1 + 0.25 + 8";
  Real b = changed.J + sum(changed.d) + changed.bearing.f0 "5 + 3 + 0.75";
  Real c = computed.J + computed.d[2] + computed.bearing.f0 "7 + 4 + 0.1";
  Real d = long.J + long.length + long.bearing.balls + long.bearing.f0 "3 + 2 + 20 + 0.5";
  Real e = sum(row.J) + copy.J + moving.f0 "3*t + 2*t + sin(t)";
  Real f = Data.heavy.J + Data.heavy.bearing.balls + Data.heavy.d[1] "10 + 12 + 0.1";
  annotation(experiment(StopTime = 1));
end Records;
