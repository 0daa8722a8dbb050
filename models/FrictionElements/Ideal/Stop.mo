within FrictionElements.Ideal;
model Stop "A rigid stop: the right flange stays at the distance s0 from the left one, or beyond"
  extends Interfaces.PartialCompliant;
  parameter Types.Length s0 = 0 "least distance";
  Real s "gap in m where it is open, else the negative force in N";
equation
  s_rel - s0 = if s > 0 then s else 0;
  f = if s > 0 then 0 else s;
end Stop;
