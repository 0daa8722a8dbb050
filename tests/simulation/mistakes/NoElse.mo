model NoElse
  Real x = if time > 1 then 2;
end NoElse;
