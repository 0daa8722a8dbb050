within ReferenceProblems;
model ThreeInertias "Three inertias and two clutches, the second one exactly at its limit all the time"
  import FrictionElements.Rotational;
  extends EnergyAccount(energyAtStart = 0.5*9^2);
  Rotational.Inertia inertia[3](
    each J = 1,
    each phi(start = 0, fixed = true),
    w(start = {9, 0, 0}, each fixed = true));
  Rotational.Clutch clutch[2](tau0 = {2, 1});
equation
  for i in 1:2 loop
    connect(inertia[i].flange_b, clutch[i].flange_b);
    connect(clutch[i].flange_a, inertia[i + 1].flange_a);
  end for;
  work = 0;
  heat = clutch[1].heat + clutch[2].heat;
  energy = inertia[1].kineticEnergy + inertia[2].kineticEnergy + inertia[3].kineticEnergy;
  annotation(experiment(StopTime = 4, Interval = 0.05, Tolerance = 1e-8));
end ThreeInertias;
