within FrictionElements.Rotational;
model Fixed "A flange fixed in the housing"
  parameter Types.Angle phi0 = 0 "its angle";
  Interfaces.RotationalFlange flange;
equation
  flange.phi = phi0;
end Fixed;
