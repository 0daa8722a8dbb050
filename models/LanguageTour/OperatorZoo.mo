within LanguageTour;
model OperatorZoo "The mathematical functions, noEvent and smooth, each with a partner that must agree with it"
  Real x(start = 0.25, fixed = true) "grows from 0.25 to 1.25";
  Real root = noEvent(if x > 0 then sqrt(x) else 0);
  Real bend = smooth(1, if x > 1 then (x - 1)^2 else 0);
  Real pythagoras = sin(x)^2 + cos(x)^2 "1";
  Real trigonometry = tan(x) - sin(x)/cos(x) "0";
  Real inverses = asin(sin(x)) + acos(cos(x)) + atan(tan(x)) - 3*x "0";
  Real quadrant = atan2(sin(x), cos(x)) - x "0";
  Real hyperbolic = cosh(x)^2 - sinh(x)^2 - tanh(x)*cosh(x)/sinh(x) "0";
  Real logarithm = log(exp(x)) + log10(10^x) - 2*x "0";
  Real rounding = floor(x) + ceil(x) "1, then 3";
  Integer whole = integer(3*x) "the whole part of 3*x";
  Real remainder = mod(5.5, 2) + rem(-5.5, 2) + div(7, 2) "1.5 - 1.5 + 3";
  Real larger = max(x, 0.5) + min(x, 0.5) - x - 0.5 "0";
  Real magnitude = abs(x - 1) - sign(x - 1)*(x - 1) "0";
  Boolean logic = (x > 0.5 and not x > 1.0) or x < 0.3;
  Boolean finished(start = false, fixed = true);
equation
  der(x) = 1;
  when terminal() then
    finished = true;
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.01, Tolerance = 1e-8));
end OperatorZoo;
