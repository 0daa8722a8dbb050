within FrictionElements.Translational;
model Spring "A linear spring"
  extends Interfaces.PartialCompliant;
  parameter Types.TranslationalStiffness c = 1 "stiffness";
  parameter Types.Length s_rel0 = 0 "length without force";
  Types.Energy potentialEnergy "energy of the stretched spring";
equation
  f = c*(s_rel - s_rel0);
  potentialEnergy = 0.5*c*(s_rel - s_rel0)^2;
end Spring;
