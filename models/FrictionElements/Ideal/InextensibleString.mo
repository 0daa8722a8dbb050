within FrictionElements.Ideal;
model InextensibleString "An inextensible string: the flanges are at most its length apart"
  extends Interfaces.PartialCompliant;
  parameter Types.Length L = 1 "length";
  Real s "slack in m where it is loose, else the negative tension in N";
equation
  L - s_rel = if s > 0 then s else 0;
  f = if s > 0 then 0 else -s;
end InextensibleString;
