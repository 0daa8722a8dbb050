within Drivetrain;
model Chain "Arrays of components and connectors, slices, modifiers with and without each"
  parameter Integer n = 4;
  parameter Real J[n] = {i for i in 1:n};
  Parts.Disc disc[n](J = J, each w(start = 0), phi(start = {0.1*i for i in 1:n}));
  Parts.Spring spring[n - 1](each k = 20);
  Parts.Flange ends[2];
  Real w[n] = disc.w "the member of every element";
  Real momentum = J*disc.w "a scalar product";
  Real energy = sum(disc.J.*disc.w.^2)/2 + sum(20*(disc[2:end].phi - disc[1:end - 1].phi).^2)/2;
  Vector first = disc[1:3].phi;
  Real odd = sum(disc[1:2:n].w) + sum(disc[{2, n}].w) - sum(w) "0";
equation
  connect(disc[1:n - 1].flange_b, spring.flange_a);
  connect(spring.flange_b, disc[2:n].flange_a);
  connect(ends[1], disc[1].flange_a);
  connect(disc[n].flange_b, ends[end]);
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end Chain;
