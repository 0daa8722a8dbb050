model UnitsDiffer
  Real m(unit="kg") = 1;
  Real v(unit="m/s") = 2;
  Real x = m + v;
end UnitsDiffer;
