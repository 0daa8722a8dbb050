within FrictionElements.Rotational;
model Inertia "A rigid inertia between two flanges"
  import FrictionElements.Types.*;
  parameter Types.Inertia J = 1 "moment of inertia";
  Interfaces.RotationalFlange flange_a "left flange";
  Interfaces.RotationalFlange flange_b "right flange";
  Angle phi(stateSelect = StateSelect.prefer) "angle";
  AngularVelocity w(stateSelect = StateSelect.prefer) "angular speed";
  AngularAcceleration a "angular acceleration";
  Energy kineticEnergy "kinetic energy";
equation
  flange_a.phi = phi;
  flange_b.phi = phi;
  w = der(phi);
  a = der(w);
  J*a = flange_a.tau + flange_b.tau;
  kineticEnergy = J*w^2/2;
end Inertia;
