model SlidingBlockEnumeration "A block on a rough floor: SlidingBlock with the modes as an enumeration"
  type Mode = enumeration(
    Backward "the block slides towards negative positions",
    Stuck "the block sticks to the floor",
    Forward "the block slides towards positive positions");
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
  Mode mode(start = Mode.Stuck, fixed = true) "what the block does";
equation
  startFor = pre(mode) == Mode.Stuck and sa > 1;
  startBack = pre(mode) == Mode.Stuck and sa < -1;
  a = der(v);
  a = if pre(mode) == Mode.Forward or startFor then sa - 1
      elseif pre(mode) == Mode.Backward or startBack then sa + 1
      else 0;
  f = if pre(mode) == Mode.Forward or startFor then f0 + f1*v
      elseif pre(mode) == Mode.Backward or startBack then -f0 + f1*v
      else f0*sa;
  mode = if (pre(mode) == Mode.Forward or startFor) and v > 0 then Mode.Forward
         elseif (pre(mode) == Mode.Backward or startBack) and v < 0 then Mode.Backward
         else Mode.Stuck;
  m*a = u - f;
end SlidingBlockEnumeration;
