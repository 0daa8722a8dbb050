within FrictionElements.Rotational;
model Reaction "A flange that takes a given torque of the part it belongs to"
  input Types.Torque tau "torque into this flange";
  Interfaces.RotationalFlange flange;
equation
  flange.tau = tau;
end Reaction;
