model SlidingBlock "A block on a rough floor: the friction element of the Modelica user's guide, with Integer modes"
  constant Integer Backward = -1 "mode: the block slides towards negative positions";
  constant Integer Stuck = 0 "mode: the block sticks to the floor";
  constant Integer Forward = 1 "mode: the block slides towards positive positions";
  parameter Real m(unit = "kg", min = 0) = 1 "mass";
  parameter Real f0(unit = "N", min = 0) = 1 "Coulomb friction";
  parameter Real f1(unit = "N.s/m", min = 0) = 0 "viscous friction";
  input Real u(unit = "N") "force on the block";
  Real v(unit = "m/s", start = 0, fixed = true) "speed";
  Real a(unit = "m/s2") "acceleration";
  Real f(unit = "N") "friction force";
  Real sa "parameter of the friction curve: f/f0 while stuck, beyond -1 and 1 the acceleration";
  Boolean startFor "the block breaks away forward";
  Boolean startBack "the block breaks away backward";
  Integer mode(start = 0, fixed = true) "Backward, Stuck or Forward";
equation
  startFor = pre(mode) == Stuck and sa > 1;
  startBack = pre(mode) == Stuck and sa < -1;
  a = der(v);
  a = if pre(mode) == Forward or startFor then sa - 1
      elseif pre(mode) == Backward or startBack then sa + 1
      else 0;
  f = if pre(mode) == Forward or startFor then f0 + f1*v
      elseif pre(mode) == Backward or startBack then -f0 + f1*v
      else f0*sa;
  mode = if (pre(mode) == Forward or startFor) and v > 0 then Forward
         elseif (pre(mode) == Backward or startBack) and v < 0 then Backward
         else Stuck;
  m*a = u - f;
end SlidingBlock;
