model ClassMisspelt
  Reel x;
equation
  x = 1;
end ClassMisspelt;
