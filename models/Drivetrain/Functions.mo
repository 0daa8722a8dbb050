within Drivetrain;
package Functions "Functions of each shape"
  function fibonacci "Calls itself"
    input Integer n;
    output Integer f;
  algorithm
    f := if n <= 1 then n else fibonacci(n - 1) + fibonacci(n - 2);
  end fibonacci;

  function polar "Two outputs, and inputs with defaults"
    input Real x;
    input Real y = 0;
    input Real scale = 1 "factor on the radius";
    output Real radius;
    output Real angle;
  algorithm
    radius := scale*sqrt(x^2 + y^2);
    angle := atan2(y, x);
  end polar;

  function statistics "Arrays of unknown size, in and out"
    input Real u[:];
    output Real mean;
    output Real spread[size(u, 1)] "distance of each value from the mean";
    output Integer above "number of values above the mean";
  algorithm
    mean := sum(u)/size(u, 1);
    above := 0;
    for i in 1:size(u, 1) loop
      spread[i] := u[i] - mean;
      if spread[i] <= 0 then
        above := above;
      else
        above := above + 1;
      end if;
    end for;
  end statistics;

  function firstAbove "Leaves a loop by break, and the function by return"
    input Real u[:];
    input Real limit;
    output Integer index;
  algorithm
    index := 0;
    if size(u, 1) == 0 then
      return;
    end if;
    for i in 1:size(u, 1) loop
      if u[i] > limit then
        index := i;
        break;
      end if;
    end for;
  end firstAbove;

  function cam "Lift of a cam over its angle, by a loop that ends by its own accuracy"
    input Real phi;
    input Real lift = 1;
    output Real s "lift*sin(phi)";
  protected
    Real term = phi;
    Real n = 1;
  algorithm
    s := phi;
    while abs(term) > 1e-17 loop
      term := -term*phi^2/((n + 1)*(n + 2));
      n := n + 2;
      s := s + term;
    end while;
    s := lift*s;
    annotation(derivative(noDerivative = lift) = camSpeed);
  end cam;

  function camSpeed
    input Real phi;
    input Real lift;
    input Real w "der(phi)";
    output Real v;
  algorithm
    v := lift*cos(phi)*w;
    annotation(derivative(order = 2, noDerivative = lift) = camAcceleration);
  end camSpeed;

  function camAcceleration
    input Real phi;
    input Real lift;
    input Real w;
    input Real z "der(w)";
    output Real a;
  algorithm
    a := lift*(cos(phi)*z - sin(phi)*w^2);
  end camAcceleration;

  partial function Characteristic "What a torque may depend on"
    input Real w;
    output Real tau;
  end Characteristic;

  function linear
    extends Characteristic;
    input Real d = 1;
  algorithm
    tau := d*w;
  end linear;

  function quadratic
    extends Characteristic;
    input Real c = 1;
  algorithm
    tau := c*w*abs(w);
  end quadratic;
end Functions;
