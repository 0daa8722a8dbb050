within Drivetrain;
model World "What holds everywhere below the place where it is declared `inner`"
  parameter Real drag = 1 "factor on every resistance";
  Real clock = time;
  annotation(defaultComponentPrefixes = "inner", missingInnerMessage = "declare `inner Drivetrain.World world`");
end World;
