within TableFrictionExamples;
model Flywheel "A flywheel drives the slider through the crank until the friction has used its energy up"
  extends Crank(phi(stateSelect = StateSelect.always), w(stateSelect = StateSelect.always));
  parameter FrictionElements.Types.Inertia J = 1 "inertia of the flywheel";
initial equation
  phi = 0;
  w = 10;
equation
  J*der(w) = tau;
  annotation(experiment(StopTime = 5, Interval = 0.01, Tolerance = 1e-9));
end Flywheel;
