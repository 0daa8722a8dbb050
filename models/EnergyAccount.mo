partial model EnergyAccount "The energy balance of a model: work in = change of energy + heat"
  parameter Real energyAtStart(unit = "J") = 0 "kinetic and potential energy at the start";
  Real work(unit = "J") "work done on the model since the start";
  Real heat(unit = "J") "heat made by friction and damping since the start";
  Real energy(unit = "J") "kinetic and potential energy";
  output Real energyError(unit = "J") = work - (energy - energyAtStart) - heat "what the balance misses; 0 but for the numerical error";
end EnergyAccount;
