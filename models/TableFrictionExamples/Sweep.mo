within TableFrictionExamples;
model Sweep "A shaft between two bearings, one on the ground, one on a housing that swings: each shows its table at all speeds"
  import FrictionElements.Translational;
  Translational.TableFriction grounded(f_pos = [0, 5; 1, 3; 2, 4]);
  Translational.TableFriction carried(f_pos = [0, 2], useSupport = true);
  Translational.PrescribedPosition shaft(s_ref = 4*sin(time));
  Translational.PrescribedPosition housing(s_ref = 3*sin(2*time));
equation
  connect(shaft.flange, grounded.flange_a);
  connect(grounded.flange_b, carried.flange_a);
  connect(housing.flange, carried.support);
  annotation(experiment(StopTime = 12.5, Interval = 0.01, Tolerance = 1e-9));
end Sweep;
