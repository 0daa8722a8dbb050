model ConstantNotImported
  Real x = sin(2*pi*time);
end ConstantNotImported;
