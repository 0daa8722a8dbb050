model FunctionMisspelt
  Real x = squrt(time);
end FunctionMisspelt;
