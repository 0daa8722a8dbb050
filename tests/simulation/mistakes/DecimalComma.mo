model DecimalComma
  parameter Real k = 0,5;
end DecimalComma;
