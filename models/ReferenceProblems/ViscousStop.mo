within ReferenceProblems;
model ViscousStop "Coulomb and viscous friction stop a block"
  extends BlockOnTrack(m = 2, f0 = 1, f1 = 0.5, u = 0, v(start = v0), mode(start = 1), energyAtStart = m*v0^2/2);
  parameter Real v0(unit = "m/s") = 4 "speed at the start";
  annotation(experiment(StopTime = 6, Interval = 0.05, Tolerance = 1e-8));
end ViscousStop;
