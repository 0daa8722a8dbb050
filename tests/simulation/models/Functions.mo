package Functions "Declarations of functions take effect in the order of what they need (MLS 12.4.4)"
  record Ellipse
    Real a = 2*b;
    Real b = 3;
    Real area = a*b;
  end Ellipse;
  function Later "Each declaration needs one that stands below"
    input Real u = 2*v;
    input Real v = 1;
    output Real y = t + 1;
    output Real sums[:] = cumulated;
    output Real area = ellipse.area;
  protected
    Real t = s*s;
    Real cumulated[n] = {sum(whole[1:i]) for i in 1:n};
    Integer n = size(whole, 1);
    Real whole[:] = {u, v, s};
    Real s = u + v;
    Ellipse ellipse(b = s);
  algorithm
    y := y + t;
  end Later;
  model AtRunTime
    Real y, z, sums[3], area;
  equation
    (y, sums, area) = Later(time, 2);
    z = Later();
    annotation (experiment(StopTime = 1));
  end AtRunTime;
  model AtTranslation "The same, computed by the compiler: it gives the size of an array"
    parameter Integer n = integer(Later(1, 1));
    Real x[n] = {i*time for i in 1:n};
    parameter Integer m = integer(Later());
    Real w[m] = fill(time, m);
    annotation (experiment(StopTime = 1));
  end AtTranslation;
  function Running "No turn of a loop reads what none before has assigned"
    input Real u[:];
    output Real peaks[size(u, 1)];
    output Real steps[size(u, 1), 2];
  protected
    Real last;
  algorithm
    for i in 1:size(u, 1) loop
      peaks[i] := if i == 1 then u[1] else max(peaks[i - 1], u[i]);
      steps[i, 1] := if i > 1 then u[i] - last else 0;
      last := u[i];
      steps[i, 2] := sum(peaks[1:i - 1]);
    end for;
  end Running;
  model Loops
    Real peaks[3], steps[3, 2];
  equation
    (peaks, steps) = Running({time, 1 - time, 0.75});
    annotation (experiment(StopTime = 1));
  end Loops;
end Functions;
