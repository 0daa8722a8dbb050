// run: check
model M
  Real x = 2;
// error: `x` is a component, not a function [NotAFunction]
  Real y = x(1);
end M;
