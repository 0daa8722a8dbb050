within FrictionElements.Rotational;
model Spring "A linear torsional spring"
  extends Interfaces.PartialRotationalCompliant;
  parameter Real c(unit = "N.m/rad", min = 0) = 1 "stiffness";
  Types.Energy potentialEnergy "energy of the twisted spring";
equation
  tau = c*phi_rel;
  potentialEnergy = 0.5*c*phi_rel^2;
end Spring;
