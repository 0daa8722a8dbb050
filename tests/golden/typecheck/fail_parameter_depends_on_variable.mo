// run: check
model M
  Real x = time;
  // error: the parameter `p` cannot depend on `x`, which changes during the simulation [VariabilityMismatch]
  parameter Real p = x;
  // error: the constant `c` cannot depend on `p`, a parameter [VariabilityMismatch]
  constant Real c = p;
end M;
