model ConnectorsDiffer
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  Pin pin;
  Flange flange;
equation
  connect(pin, flange);
end ConnectorsDiffer;
