within ReferenceProblems;
model NewtonCradle
  "A ball hits the first of two others that touch. Law of impact: balls in contact that approach each other leave with -e times their relative speed, one pair after the other, the left pair first, until none approaches"
  extends EnergyAccount(energyAtStart = 0.5*v0^2);
  parameter Real e = 1 "speed of separation / speed of approach";
  parameter Real v0(unit = "m/s") = 2 "speed of the first ball";
  parameter Real gap(unit = "m") = 1 "its way to the others";
  Real x[3](each unit = "m", start = {-gap, 0, 0}, each fixed = true) "positions, less the diameters on the left";
  Real v[3](each unit = "m/s", start = {v0, 0, 0}, each fixed = true) "speeds; the masses are 1 kg";
  Boolean hitLeft = x[1] >= x[2] and v[1] > v[2] "balls 1 and 2 collide";
  Boolean hitRight = x[2] >= x[3] and v[2] > v[3] and not hitLeft "balls 2 and 3 collide";
  discrete Integer impacts(start = 0, fixed = true) "number of impacts";
  discrete Real lost(unit = "J", start = 0, fixed = true) "energy lost in them";
equation
  der(x) = v;
  der(v) = zeros(3);
  when hitLeft then
    reinit(v[1], v[1] - (1 + e)/2*(v[1] - v[2]));
  end when;
  when hitLeft then
    reinit(v[2], v[2] + (1 + e)/2*(v[1] - v[2]));
  elsewhen hitRight then
    reinit(v[2], v[2] - (1 + e)/2*(v[2] - v[3]));
  end when;
  when hitRight then
    reinit(v[3], v[3] + (1 + e)/2*(v[2] - v[3]));
  end when;
  when {hitLeft, hitRight} then
    impacts = pre(impacts) + 1;
    lost = pre(lost) + (1 - e^2)/4*(if hitLeft then (v[1] - v[2])^2 else (v[2] - v[3])^2);
  end when;
  work = 0;
  heat = lost;
  energy = 0.5*(v[1]^2 + v[2]^2 + v[3]^2);
  annotation(experiment(StopTime = 1, Interval = 0.01, Tolerance = 1e-8));
end NewtonCradle;
