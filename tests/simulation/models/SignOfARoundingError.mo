model SignOfARoundingError "x passes for zero: whichever sign is assumed, the solution has the other one, by jump"
  parameter Real jump = 1e-15;
  Real x, y;
  Boolean c;
equation
  y = 1 + x;
  c = x > 0;
  x = (if c then -jump else jump) + 0.5*(y - 1);
end SignOfARoundingError;
