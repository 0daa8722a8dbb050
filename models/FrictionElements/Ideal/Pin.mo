within FrictionElements.Ideal;
connector Pin "A terminal"
  Real v(unit = "V") "potential";
  flow Real i(unit = "A") "current into the part";
end Pin;
