model PathWithoutEnd "The path from x = 1 turns back before its end: the actual equation has no solution"
  Real x(start = 1);
equation
  homotopy(x^2 + 4, x - 1) = 0;
end PathWithoutEnd;
