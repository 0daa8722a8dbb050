within ReferenceProblems;
model BouncingBallAtRest "The impacts of BouncingBall to their end: they become ever smaller until the ball stays on the floor"
  extends EnergyAccount(energyAtStart = g*h0);
  parameter Real h0(unit = "m") = 1 "height at the start";
  parameter Real e = 0.5 "speed after / speed before an impact";
  parameter Real v_rest(unit = "m/s") = 1e-3 "a ball that leaves the floor more slowly stays there";
  Real h(unit = "m", start = h0, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true) "speed";
  Boolean rests(start = false, fixed = true) "lies on the floor";
  discrete Integer impacts(start = 0, fixed = true) "number of impacts";
  discrete Real lost(unit = "J", start = 0, fixed = true) "energy lost in the impacts, per kg";
equation
  der(h) = v;
  der(v) = if rests then 0 else -g;
  when h < 0 then
    rests = e*abs(v) < v_rest;
    reinit(v, if rests then 0 else -e*pre(v));
    impacts = pre(impacts) + 1;
    lost = pre(lost) + (if rests then 0.5*v^2 else 0.5*v^2*(1 - e^2));
  end when;
  work = 0;
  heat = lost;
  energy = g*h + 0.5*v^2;
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-8));
end BouncingBallAtRest;
