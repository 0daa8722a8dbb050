model Chattering "Always accelerated towards zero: no motion along zero exists between the two"
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end Chattering;
