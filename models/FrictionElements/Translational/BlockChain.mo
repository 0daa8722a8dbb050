within FrictionElements.Translational;
model BlockChain "n blocks on a rough floor, joined by springs and dampers"
  parameter Integer n(min = 2) = 10 "number of blocks";
  parameter Types.Mass m = 1 "mass of each block";
  parameter Types.Force f0 = 1 "friction of each block on the floor";
  parameter Types.TranslationalStiffness c = 1000 "stiffness between neighbours";
  parameter Types.TranslationalDamping d = 1 "damping between neighbours";
  Interfaces.TranslationalFlange flange_a "at the first block";
  Interfaces.TranslationalFlange flange_b "at the last block";
  Mass mass[n](each m = m, each s(start = 0, fixed = true), each v(start = 0, fixed = true));
  SupportFriction floor[n](each f0 = f0);
  SpringDamper joint[n - 1](each c = c, each d = d);
  Types.Energy energy "kinetic energy and the energy of the springs";
  Types.Energy heat "heat made by friction and damping since the start";
protected
  Types.Energy energyUpTo[n] "energy of the blocks and joints up to each block";
  Types.Energy heatUpTo[n] "heat of the blocks and joints up to each block";
equation
  connect(flange_a, mass[1].flange_a);
  for i in 1:n loop
    connect(mass[i].flange_b, floor[i].flange);
  end for;
  for i in 1:n - 1 loop
    connect(mass[i].flange_b, joint[i].flange_a);
    connect(joint[i].flange_b, mass[i + 1].flange_a);
  end for;
  connect(mass[n].flange_b, flange_b);
  energyUpTo[1] = mass[1].kineticEnergy;
  heatUpTo[1] = floor[1].heat;
  for i in 2:n loop
    energyUpTo[i] = energyUpTo[i - 1] + mass[i].kineticEnergy + joint[i - 1].spring.potentialEnergy;
    heatUpTo[i] = heatUpTo[i - 1] + floor[i].heat + joint[i - 1].damper.heat;
  end for;
  energy = energyUpTo[n];
  heat = heatUpTo[n];
end BlockChain;
