model TurningPoint "The position x is the state, but at its turning point it does not tell the speed of the angle"
  Real x, v;
  Real angle(stateSelect = StateSelect.never), speed;
initial equation
  angle = 0;
  speed = 10;
equation
  x = cos(angle);
  v = der(x);
  speed = der(angle);
  der(speed) = 0;
  annotation(experiment(StopTime = 1));
end TurningPoint;
