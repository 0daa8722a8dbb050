within TableFrictionExamples;
model Oscillation "Two bearings whose shafts are moved from rest: the motion is prescribed, only the friction follows"
  import FrictionElements.Translational;
  constant Real pi = 3.14159265358979;
  parameter FrictionElements.Types.Length A[2] = {0.1, -0.3} "amplitudes";
  parameter Real m_inv_fixed(unit = "1/kg") = 0 "the bearings with the inertial stuck mode";
  Translational.TableFriction bearing[2](
    each f_pos = [0, 5; 100, 5], each peak = 1.001, each m_inv_fixed = m_inv_fixed);
  Translational.PrescribedPosition drive[2](s_ref = y);
  FrictionElements.Types.Position y[2];
equation
  for i in 1:2 loop
    y[i] = 0.5 + A[i]*(if time < 0.1 then 1 else cos(2*pi*(time - 0.1)));
    connect(drive[i].flange, bearing[i].flange_a);
  end for;
  annotation(experiment(StopTime = 1.5, Interval = 0.01, Tolerance = 1e-8));
end Oscillation;
