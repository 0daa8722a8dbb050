package LateInlining "Functions that stand as calls until indices are reduced, and friction"
  record Frame
    Real c, s, w;
  end Frame;
  function turn "Resolves a vector; the angular velocity does not matter"
    input Frame F;
    input Real x[2];
    output Real y[2];
  algorithm
    y := {F.c*x[1] - F.s*x[2], F.s*x[1] + F.c*x[2]};
    annotation(derivative(noDerivative=x) = turn_der, InlineAfterIndexReduction = true);
  end turn;
  function turn_der
    input Frame F;
    input Real x[2];
    input Frame F_der;
    output Real y[2];
  algorithm
    y := {F_der.c*x[1] - F_der.s*x[2], F_der.s*x[1] + F_der.c*x[2]};
    annotation(derivative(noDerivative=x, order=2) = turn_der2, InlineAfterIndexReduction = true);
  end turn_der;
  function turn_der2
    input Frame F;
    input Real x[2];
    input Frame F_der;
    input Frame F_der2;
    output Real y[2];
  algorithm
    y := {F_der2.c*x[1] - F_der2.s*x[2], F_der2.s*x[1] + F_der2.c*x[2]};
    annotation(InlineAfterIndexReduction = true);
  end turn_der2;
  model Arm "A point mass on an arm whose joint breaks away, and slides from then on: (J + m l^2) a = u - tau"
    parameter Real J = 0.5;
    parameter Real m = 2;
    parameter Real l = 0.5;
    Real phi(start = 0, fixed = true);
    Real w(start = 0, fixed = true);
    Real a, sa, tau;
    Frame F(c = cos(phi), s = sin(phi), w = w);
    Real r[2] = turn(F, {l, 0});
    Real v[2] = der(r);
    Real acceleration[2] = der(v);
    Real f[2];
    Real u = 2*time;
    Integer mode(start = 0, fixed = true);
    Boolean forward = pre(mode) == 0 and sa > 1 or pre(mode) == 1;
    Boolean locked = not forward;
  equation
    w = der(phi);
    a = der(w);
    m*acceleration = f;
    J*a = u - tau - (r[1]*f[2] - r[2]*f[1]);
    a = if locked then 0 else sa - 1;
    tau = if locked then sa else 1;
    mode = if forward then 1 else 0;
    annotation(experiment(StopTime = 2));
  end Arm;
end LateInlining;
