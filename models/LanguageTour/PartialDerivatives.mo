within LanguageTour;
model PartialDerivatives "Functions that are partial derivatives of others, against closed forms"
  function energy "Branches, a protected variable, and functions that are called"
    input Real p, T;
    output Real g;
  protected
    Real ratio = T/p;
  algorithm
    if ratio > 1 then
      ratio := ratio^2;
    end if;
    g := p*exp(-ratio) + sin(T)*scaled(p, 3);
  end energy;
  function energy_p = der(energy, p) "by p";
  function energy_T = der(energy, T);
  function energy_pT = der(energy, p, T) "first by p, then by T";
  function energy_Tp = der(energy_T, p) "a derivative of a derivative";
  function scaled
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n == 0 then 1 else x*scaled(x, n - 1);
  end scaled;
  function path "Arrays, loops, and several outputs"
    input Real x;
    input Real c[:];
    output Real length = 0;
    output Real points[size(c, 1)];
  protected
    Real last = 1;
    Integer k = 0;
  algorithm
    for i in 1:size(c, 1) loop
      (points[i], last) := step(x*last, c[i]);
    end for;
    while k < size(c, 1) loop
      k := k + 1;
      length := length + points[k]^2;
    end while;
  end path;
  function step
    input Real a, b;
    output Real sum = a + b;
    output Real product = a*b;
  end step;
  function path_x = der(path, x);
  function root "Newton's method; the derivative goes through its steps"
    input Real x;
    output Real y = 1;
  algorithm
    while abs(y*y - x) > 1e-14*x loop
      y := (y + x/y)/2;
    end while;
    y := (y + x/y)/2;
  end root;
  function root_x = der(root, x);
  function area "Its derivative is what its annotation says"
    input Real r;
    output Real a = 3*r^2;
    annotation(derivative = area_der);
  end area;
  function area_der
    input Real r, r_der;
    output Real a_der = 7*r*r_der;
  end area_der;
  function volume
    input Real r, h;
    output Real v = area(r)*h;
  end volume;
  function volume_r = der(volume, r);
  function linearized "A derivative is a function like any other"
    input Real p, T, dp;
    output Real g = energy(p, T) + energy_p(p, T)*dp;
  end linearized;
  function slope = root_x "a short name of it";
  function weighted
    input F f;
    output Real sum = 0;
    partial function F
      input Real r;
      output Real y;
    end F;
  algorithm
    for i in 1:3 loop
      sum := sum + i*f(i);
    end for;
  end weighted;
  replaceable function shape = volume;
  Real p = 2 + time, T = 1 + 2.5*time;
  Real q = T/p;
  Real of_p = if q > 1 then exp(-q^2)*(1 + 2*q^2) + 3*p^2*sin(T) else exp(-q)*(1 + q) + 3*p^2*sin(T);
  Real of_T = if q > 1 then -2*q*exp(-q^2) + p^3*cos(T) else -exp(-q) + p^3*cos(T);
  Real of_pT = if q > 1 then exp(-q^2)*(2*q - 4*q^3)/p + 3*p^2*cos(T) else -exp(-q)*q/p + 3*p^2*cos(T);
  Real error_p = energy_p(p, T) - of_p, error_T = energy_T(p, T) - of_T;
  Real error_pT = energy_pT(p, T) - of_pT, error_Tp = energy_Tp(p, T) - of_pT;
  Real of_length, of_points[3];
  Real error_path = of_length - (2*(p + 1) + 2*(p^2 + 2)*2*p + 2*(2*p^3 + 3)*6*p^2);
  Real error_points[3] = of_points - {1, 2*p, 6*p^2};
  Real error_root = root_x(p) - 0.5/sqrt(p);
  Real error_volume = volume_r(p, T) - 7*p*T;
  Real error_linearized = linearized(p, T, 0.5) - (energy(p, T) + 0.5*of_p);
  Real several[2] = volume_r({1, 2}, {3, 4}) "for each element";
  Real sum = weighted(function volume_r(h = 2)) "as an argument";
  Real z(start = 1) "where the slope is given";
  Real measure = shape(2, 3);
  Real x(start = 0, fixed = true) "its derivative by time is found through that of the function";
  Real error_x = x - (energy(p, T) - energy(2, 1));
equation
  (of_length, of_points) = path_x(p, {1, 2, 3});
  slope(z) = 0.5*exp(-time);
  der(x) = energy_p(p, T) + 2.5*energy_T(p, T);
  annotation(experiment(StopTime = 2, Interval = 0.01, Tolerance = 1e-10));
end PartialDerivatives;
