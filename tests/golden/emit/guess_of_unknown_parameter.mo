// run: check
model M "The start value of x reads g, which initial equations determine together with x"
  parameter Real g(fixed = false, start = 2);
  // warning: the start value of `x` reads parameter `g`, which is solved together with it: the search begins with the start value of `g` [GuessOfUnknownParameter]
  Real x(start = g);
initial equation
  g = x^2;
equation
  x^3 = g + time;
end M;
