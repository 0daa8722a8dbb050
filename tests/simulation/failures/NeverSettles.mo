model NeverSettles "Each pass of the event iteration changes the counter again"
  Integer i(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  i = if x > 0.5 then pre(i) + 1 else 0;
end NeverSettles;
