within TableFrictionExamples;
partial model Crank "A crank moves a slider with friction through a rod (length l) or a yoke (l = 0)"
  import FrictionElements.Translational;
  parameter FrictionElements.Types.Length r = 0.5 "crank radius";
  parameter FrictionElements.Types.Length l = 0 "length of the rod; 0: a yoke";
  parameter FrictionElements.Types.Force F = 8 "friction of the slider";
  parameter FrictionElements.Types.Mass m = 0 "mass of the slider";
  FrictionElements.Types.Angle phi "crank angle";
  FrictionElements.Types.AngularVelocity w "its speed";
  FrictionElements.Types.Torque tau "torque of the slider on the crank";
  FrictionElements.Types.Position x "position of the slider";
  FrictionElements.Types.Energy heat(start = 0, fixed = true) "heat made since the start";
  Translational.TableFriction guide(f_pos = [0, F]);
  Translational.Mass slider(m = m);
  Translational.PrescribedPosition pin(s_ref = x);
equation
  connect(pin.flange, slider.flange_a);
  connect(slider.flange_b, guide.flange_a);
  w = der(phi);
  x = r*cos(phi) + (if l > 0 then sqrt(l^2 - (r*sin(phi))^2) else 0);
  // The pin moves the slider with the force slider.flange_a.f; power at the crank and at the slider is the same.
  tau = slider.flange_a.f*(r*sin(phi) + (if l > 0 then r^2*sin(phi)*cos(phi)/sqrt(l^2 - (r*sin(phi))^2) else 0));
  der(heat) = guide.lossPower;
end Crank;
