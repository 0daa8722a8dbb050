package Properties "Pairs of models that must have the same trajectory"
  model Force "The force on all blocks"
    Real u = 2*sin(3*time) + 0.4*cos(7*time);
  end Force;

  model Plain
    Force force;
    extends SlidingBlock(f1 = 0.1, u = force.u);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Plain;

  model Inertial
    Force force;
    extends InertialSlidingBlock(f1 = 0.1, u = force.u);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Inertial;

  model Enumeration
    Force force;
    extends SlidingBlockEnumeration(f1 = 0.1, u = force.u);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Enumeration;

  model InertialEnumeration
    Force force;
    extends InertialSlidingBlockEnumeration(f1 = 0.1, u = force.u);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end InertialEnumeration;

  model Creeping "A stuck mode that gives way by a trace: 1e-9 of the force"
    extends Inertial(m_inv = 1e-9);
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Creeping;

  model Ordered "Two stacked blocks, pushed"
    FrictionElements.Translational.Force push(f = 3*sin(2*time));
    FrictionElements.Translational.Mass lower(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
    FrictionElements.Translational.SlidingFriction between(mu = 0.2, f_normal = 9.81);
    FrictionElements.Translational.Mass upper(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
    FrictionElements.Translational.SupportFriction floor(f0 = 1);
  equation
    connect(push.flange, lower.flange_a);
    connect(floor.flange, lower.flange_a);
    connect(lower.flange_b, between.flange_a);
    connect(between.flange_b, upper.flange_a);
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Ordered;

  model Reordered "The same, written down the other way round"
    FrictionElements.Translational.SupportFriction floor(f0 = 1);
    FrictionElements.Translational.Mass upper(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
    FrictionElements.Translational.SlidingFriction between(mu = 0.2, f_normal = 9.81);
    FrictionElements.Translational.Mass lower(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
    FrictionElements.Translational.Force push(f = 3*sin(2*time));
  equation
    connect(upper.flange_a, between.flange_b);
    connect(between.flange_a, lower.flange_b);
    connect(lower.flange_a, floor.flange);
    connect(lower.flange_a, push.flange);
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Reordered;

  model Mirrored "A block and its mirror image"
    SlidingBlock original(m = 2, f0 = 1.5, f1 = 0.25, u = 4*sin(3*time) + 0.5*cos(7*time));
    SlidingBlock image(m = 2, f0 = 1.5, f1 = 0.25, u = -(4*sin(3*time) + 0.5*cos(7*time)));
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
  end Mirrored;
end Properties;
