within Drivetrain;
model FunctionCalls "Calls: by position and name, with defaults, with several outputs"
  import Drivetrain.Functions.*;
  import F = Drivetrain.Functions;
  import Drivetrain.Functions.{firstAbove, statistics};
  parameter Real u[5] = {1, 5, 2, 4, 3};
  Real r, phi, r2, phi2;
  Real alone = polar(3, 4) "only the first output: 5";
  Real named = F.polar(y = 4, x = 3, scale = 2) "10";
  Real default = .Drivetrain.Functions.polar(-3) "3";
  Real mean, spread[5];
  Integer above, at = firstAbove(u, 3.5), never = firstAbove(u, 10), none = firstAbove(fill(0.0, 0), 1);
  Integer tenth = Drivetrain.tenth + fibonacci(5) "60";
  Real angle = Drivetrain.pi - acos(-1) "0";
equation
  (r, phi) = polar(cos(time), sin(time));
  (, phi2) = polar(x = 1, y = time);
  (r2, ) = polar(time, scale = 3);
  (mean, spread, above) = statistics(u*(1 + time));
  annotation(experiment(StopTime = 1));
end FunctionCalls;
