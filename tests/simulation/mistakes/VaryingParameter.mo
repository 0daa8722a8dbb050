model VaryingParameter
  parameter Real k = time;
  Real x = k;
end VaryingParameter;
