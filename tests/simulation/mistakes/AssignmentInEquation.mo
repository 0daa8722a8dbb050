model AssignmentInEquation
  Real x;
equation
  x := 1;
end AssignmentInEquation;
