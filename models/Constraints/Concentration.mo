within Constraints;
model Concentration "The concentration is preferred as state, and only the amount is differentiated"
  parameter Real V(unit = "m3") = 2, T(unit = "s") = 2;
  Real n(unit = "mol") "Amount";
  Real c(unit = "mol/m3", start = 5, fixed = true, stateSelect = StateSelect.prefer);
equation
  c = n/V;
  T*der(n) = -n;
  when time >= 1 then
    reinit(c, 3);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end Concentration;
