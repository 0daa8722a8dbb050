model NameMisspelt
  Real speed;
equation
  speeed = 1;
end NameMisspelt;
