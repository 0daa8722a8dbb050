within ReferenceProblems;
model Jenkins "A spring in series with a massless friction element, moved to and fro"
  parameter Real k(unit = "N/m") = 1000 "stiffness of the spring";
  parameter Real F(unit = "N") = 5 "friction";
  parameter Real U(unit = "m") = 0.02 "amplitude of the motion";
  Real x(unit = "m") = U*sin(time) "position of the driven end";
  Real v(unit = "m/s") = der(x) "its speed";
  Real f(unit = "N", start = 0, fixed = true) "force";
  Real heat(unit = "J", start = 0, fixed = true) "heat made since the start";
  discrete Integer slip(start = 0, fixed = true) "-1: slips backward, 0: sticks, 1: slips forward";
equation
  der(f) = if slip == 0 then k*v else 0;
  der(heat) = if slip == 0 then 0 else f*v;
  when f > F then
    slip = 1;
  elsewhen f < -F then
    slip = -1;
  elsewhen slip_reversed then
    slip = 0;
  end when;
  slip_reversed = pre(slip) == 1 and v < 0 or pre(slip) == -1 and v > 0;
protected
  Boolean slip_reversed "the driven end turns back";
  annotation(experiment(StopTime = 13, Interval = 0.05, Tolerance = 1e-8));
end Jenkins;
