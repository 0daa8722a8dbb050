package Bench "Friction problems for timing, with reference values converged by independent solvers"
  constant Real pi = 2*asin(1.0);
end Bench;
