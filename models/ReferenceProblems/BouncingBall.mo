within ReferenceProblems;
model BouncingBall "A ball falls from 1 m and keeps half of its speed at each impact"
  parameter Real e = 0.5 "speed after / speed before an impact";
  Real h(unit = "m", start = 1, fixed = true) "height";
  Real v(unit = "m/s", start = 0, fixed = true) "speed";
  discrete Integer impacts(start = 0, fixed = true) "number of impacts";
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
    impacts = pre(impacts) + 1;
  end when;
  annotation(experiment(StopTime = 1.2, Interval = 0.01, Tolerance = 1e-8));
end BouncingBall;
