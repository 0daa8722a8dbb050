within FrictionGallery;
model Chain "n blocks in a row, each tied to the ground and to the next one by springs, rubbing and shaken with a phase of its own"
  import FrictionElements.Translational.{Mass, Spring, Fixed, Force};
  parameter Integer n(min = 1) = 5 "number of blocks";
  parameter Real phase[n] = {2*pi*mod(0.6180339887498949*(i - 1), 1) for i in 1:n} "of the forces [rad]";
  replaceable model Friction = Sticking(f1 = 0, peak = 1)
    constrainedby FrictionElements.Elastic.Translational.PartialBearing "between each block and the floor";
  constant Real pi = 2*asin(1);
  Mass mass[n](each m = 1, each s(start = 0, fixed = true), each v(start = 0, fixed = true));
  Friction floor[n];
  Spring joint[n - 1](each c = 1);
  Spring anchor[n](each c = 1);
  Fixed ground[n];
  Force shaker[n](f = {2*sin(time + phase[i]) for i in 1:n});
equation
  for i in 1:n loop
    connect(shaker[i].flange, mass[i].flange_a);
    connect(mass[i].flange_b, floor[i].flange_a);
    connect(ground[i].flange, anchor[i].flange_a);
    connect(anchor[i].flange_b, mass[i].flange_a);
  end for;
  for i in 1:n - 1 loop
    connect(mass[i].flange_b, joint[i].flange_a);
    connect(joint[i].flange_b, mass[i + 1].flange_b);
  end for;
  annotation(experiment(StopTime = 50, Interval = 1, Tolerance = 1e-6));
end Chain;
