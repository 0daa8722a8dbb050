model NoConnector
  Real x = 1;
  Real y;
equation
  connect(x, y);
end NoConnector;
