model ContradictingInitialValues "A fixed start value and an initial equation of one discrete variable"
  Integer n(start = 1, fixed = true);
initial equation
  pre(n) = integer(time) + 2;
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
end ContradictingInitialValues;
