within ReferenceProblems;
model CapstanBrake
  "A band slung around a drum and pulled at one end holds far more against one direction than against the other"
  import FrictionElements.Types.Mode;
  extends EnergyAccount(
    energyAtStart = 0.5*J*w0^2, work(start = 0, fixed = true), heat(start = 0, fixed = true));
  parameter Real J(unit = "kg.m2") = 0.05 "inertia of the drum";
  parameter Real R(unit = "m") = 0.1 "its radius";
  parameter Real T1(unit = "N") = 10 "pull at one end of the band";
  parameter Real mu = 0.3 "coefficient of friction";
  parameter Real wrap(unit = "rad") = 3.141592653589793 "angle of contact";
  parameter Real w0(unit = "rad/s") = 100 "speed at the start";
  final parameter Real tauForward(unit = "N.m") = R*T1*(exp(mu*wrap) - 1) "friction while the drum turns forward";
  final parameter Real tauBackward(unit = "N.m") = R*T1*(1 - exp(-mu*wrap)) "friction while it turns backward";
  parameter Real rate(unit = "N.m/s") = 1 "how fast the torque on the drum grows";
  Real drive(unit = "N.m") = if time < 4 then 0 else rate*(4 - time) "torque on the drum";
  Real phi(unit = "rad", start = 0, fixed = true) "angle of the drum";
  Real w(unit = "rad/s", start = w0, fixed = true) "its speed";
  Real a(unit = "rad/s2") "its acceleration";
  Real tau(unit = "N.m") "friction";
  Real T2(unit = "N") "pull at the other end of the band";
  Real sa "parameter of the friction curve: the torque while the drum is held";
  Boolean startFor, startBack;
  Mode mode(start = Mode.Forward, fixed = true);
equation
  startFor = pre(mode) == Mode.Stuck and sa > tauForward;
  startBack = pre(mode) == Mode.Stuck and sa < -tauBackward;
  der(phi) = w;
  der(w) = a;
  J*a = drive - tau;
  if pre(mode) == Mode.Forward or startFor then
    a = (sa - tauForward)/J;
    tau = tauForward;
  elseif pre(mode) == Mode.Backward or startBack then
    a = (sa + tauBackward)/J;
    tau = -tauBackward;
  else
    a = 0;
    tau = sa;
  end if;
  mode = if (pre(mode) == Mode.Forward or startFor) and w > 0 then Mode.Forward
         elseif (pre(mode) == Mode.Backward or startBack) and w < 0 then Mode.Backward
         else Mode.Stuck;
  T2 = T1 + tau/R;
  der(work) = drive*w;
  der(heat) = tau*w;
  energy = 0.5*J*w^2;
  annotation(experiment(StopTime = 5, Interval = 0.01, Tolerance = 1e-8));
end CapstanBrake;
