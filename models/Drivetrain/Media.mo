within Drivetrain;
model Media "A package as a parameter: its constants and functions come with it"
  package Oil
    constant Real viscosity = 2;
    function thinning
      input Real T;
      output Real factor;
    algorithm
      factor := exp(-T);
    end thinning;
  end Oil;
  package Air
    constant Real viscosity = 0.25;
    function thinning
      input Real T;
      output Real factor;
    algorithm
      factor := 1 + T;
    end thinning;
  end Air;
  model Bath
    replaceable package Medium = Oil;
    parameter Real T = 1;
    Real w(start = 1, fixed = true);
  equation
    der(w) = -Medium.viscosity*Medium.thinning(T)*w;
  end Bath;
  Bath inOil;
  Bath inAir(redeclare package Medium = Air, T = 3);
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Media;
