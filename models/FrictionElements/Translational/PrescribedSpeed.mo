within FrictionElements.Translational;
model PrescribedSpeed "A flange that moves with a given speed"
  input Types.Velocity v_ref "the speed to follow";
  parameter Types.Position s_start = 0 "position at the start";
  Interfaces.TranslationalFlange flange;
  Types.Position s(start = s_start, fixed = true) "position";
  Types.Energy work(start = 0, fixed = true) "work done by the drive since the start";
equation
  der(s) = v_ref;
  flange.s = s;
  der(work) = -flange.f*v_ref;
end PrescribedSpeed;
