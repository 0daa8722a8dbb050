within Bench;
model P3 "A chain of n rubbing blocks, shaken at one end"
  import FrictionElements.Translational.{BlockChain, Force};
  extends EnergyAccount;
  parameter Integer n = 10 "number of blocks";
  BlockChain chain(final n = n);
  Force shaker(f = 5*sqrt(n)*sin(2*pi*time));
  output Real sumX(unit = "m") "sum of the positions";
  output Real sumV2(unit = "m2/s2") "sum of the squared speeds";
protected
  Real sumXUpTo[n], sumV2UpTo[n];
equation
  connect(shaker.flange, chain.flange_a);
  sumXUpTo[1] = chain.mass[1].s;
  sumV2UpTo[1] = chain.mass[1].v^2;
  for i in 2:n loop
    sumXUpTo[i] = sumXUpTo[i - 1] + chain.mass[i].s;
    sumV2UpTo[i] = sumV2UpTo[i - 1] + chain.mass[i].v^2;
  end for;
  sumX = sumXUpTo[n];
  sumV2 = sumV2UpTo[n];
  work = shaker.work;
  heat = chain.heat;
  energy = chain.energy;
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end P3;
