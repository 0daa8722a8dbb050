package LanguageTour "Small models, each for a part of the Modelica language"
  function trapezoid "Speed profile: up with a constant acceleration, steady, and down again"
    input Real t "time";
    input Real a "acceleration";
    input Real vMax "greatest speed";
    input Real tEnd "time at which the speed is 0 again";
    output Real v "speed";
  protected
    Real tUp = vMax/a "time of the acceleration";
  algorithm
    if t < 0 or t > tEnd then
      v := 0;
    elseif t < tUp then
      v := a*t;
    elseif t > tEnd - tUp then
      v := a*(tEnd - t);
    else
      v := vMax;
    end if;
  end trapezoid;

  function polynomial "Value of c[1] + c[2]*x + c[3]*x^2 + ... by Horner's rule"
    input Real c[:] "coefficients, lowest first";
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end polynomial;

  function cubeRoot "Cube root of a positive number by Newton's method"
    input Real x;
    output Real y;
  protected
    Real step;
  algorithm
    y := if x > 1 then x else 1;
    step := 1;
    while abs(step) > 1e-15*y loop
      step := (y^3 - x)/(3*y^2);
      y := y - step;
    end while;
  end cubeRoot;
end LanguageTour;
