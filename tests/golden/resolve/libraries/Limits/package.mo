package Limits
  constant Real eps = 1e-6;
end Limits;
