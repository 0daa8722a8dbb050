within LanguageTour;
model HeatRod "A rod in n slices, hot at one end: arrays of variables, for-equations, an initial equation"
  parameter Integer n = 8 "number of slices";
  parameter Real k = 1 "conductance between neighbours / heat capacity of a slice";
  final parameter Real T0[n] = fill(300, n) "temperatures at the start";
  Real T[n](each unit = "K", each nominal = 300) "temperatures";
  Real q[n + 1] "heat flows between the slices";
  Real middle = T[div(n, 2)];
initial equation
  for i in 1:n loop
    T[i] = T0[i];
  end for;
equation
  q[1] = k*(400 - T[1]);
  for i in 2:n loop
    q[i] = k*(T[i - 1] - T[i]);
  end for;
  q[n + 1] = 0;
  for i in 1:n loop
    der(T[i]) = q[i] - q[i + 1];
  end for;
  annotation(experiment(StopTime = 2000, Interval = 20, Tolerance = 1e-8));
end HeatRod;
