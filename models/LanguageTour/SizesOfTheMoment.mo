within LanguageTour;
model SizesOfTheMoment "Arrays in functions: of a size that an Integer gives at run time, and of the size of what is assigned"
  function binomial "a row of Pascal's triangle, as long as n says"
    input Integer n, k;
    output Real y;
  protected
    Real row[n + 1] = cat(1, {1}, zeros(n));
  algorithm
    for i in 1:n loop
      row := row + cat(1, {0}, row[1:n]);
    end for;
    y := row[k + 1];
  end binomial;
  function derivative "of a polynomial: one coefficient less"
    input Real p[:];
    output Real q[:];
  algorithm
    q := if size(p, 1) > 1 then {i*p[i + 1] for i in 1:size(p, 1) - 1} else {0};
  end derivative;
  function value "by Horner's rule"
    input Real p[:], x;
    output Real y = 0;
  protected
    Real reversed[:];
  algorithm
    reversed := p[end:-1:1];
    for c in reversed loop
      y := y*x + c;
    end for;
  end value;
  Integer n(start = 0, fixed = true) "counts";
  Real middle = binomial(n, div(n, 2));
  parameter Real p[:] = {1, 2, 3, 4};
  parameter Real twice[:] = derivative(derivative(p));
  Real slope = value(derivative(p), time);
  Real x(start = value(p, 0), fixed = true) "the polynomial again";
equation
  der(x) = slope;
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.05, Tolerance = 1e-8));
end SizesOfTheMoment;
