within Bench.Race;
model P3 "A chain of n rubbing blocks, shaken at one end"
  import FrictionElements.Translational.Mass;
  parameter Integer n(min = 2) = 10 "number of blocks";
  Mass mass[n](each m = 1, each s(start = 0, fixed = true), each v(start = 0, fixed = true));
  Friction floor[n](each f0 = 1);
  SpringDamper joint[n - 1](each c = 1000, each d = 1);
  Force shaker(f = 5*sqrt(n)*sin(2*pi*time));
  output Real sumX(unit = "m") "sum of the positions";
protected
  Real sumXUpTo[n];
equation
  connect(shaker.flange, mass[1].flange_a);
  for i in 1:n loop
    connect(mass[i].flange_b, floor[i].flange);
  end for;
  for i in 1:n - 1 loop
    connect(mass[i].flange_b, joint[i].flange_a);
    connect(joint[i].flange_b, mass[i + 1].flange_a);
  end for;
  sumXUpTo[1] = mass[1].s;
  for i in 2:n loop
    sumXUpTo[i] = sumXUpTo[i - 1] + mass[i].s;
  end for;
  sumX = sumXUpTo[n];
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end P3;
