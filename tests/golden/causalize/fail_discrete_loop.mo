// run: check
model M "A switch that is on when it is off"
  Boolean on;
  Boolean off;
  Boolean echo;
equation
  // error: the discrete variables `on`, `off` depend on each other at the same instant [DiscreteEquationNotSolvable]
  on = not off;
  off = on and time > 1;
  echo = pre(echo) or on;
end M;
