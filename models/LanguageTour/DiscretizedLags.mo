within LanguageTour;
model DiscretizedLags "A lag in a clocked partition, solved by each method from tick to tick"
  block Lag "der(x) = (u - x)/T at the ticks of a clock"
    parameter String method;
    parameter Real T = 1;
    Real u = sample(1.0, Clock(Clock(1, 10), solverMethod = method));
    Real x(start = 0, fixed = true);
  equation
    T*der(x) = u - x;
  end Lag;
  Lag explicitEuler(method = "ExplicitEuler"), implicitEuler(method = "ImplicitEuler");
  Lag trapezoid(method = "ImplicitTrapezoid"), byTheTool(method = "External");
  Lag midPoint(method = "ExplicitMidPoint2"), rungeKutta(method = "ExplicitRungeKutta4");
  block InverseLag "The input that makes a lag follow its set point: its state is that of a filter"
    parameter Real T = 0.5;
    Real set = sample(time, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
    Real filtered(start = 0, fixed = true) "a lag of 1 s of the set point";
    Real x, u;
  equation
    der(filtered) = set - filtered;
    T*der(x) = u - x;
    x = filtered;
  end InverseLag;
  InverseLag inverse;
  Real x(start = 0, fixed = true) "a plant that the inverse drives";
equation
  inverse.T*der(x) = hold(inverse.u) - x;
  annotation(experiment(StopTime = 1.05, Interval = 0.01, Tolerance = 1e-8));
end DiscretizedLags;
