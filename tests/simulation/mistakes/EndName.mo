model EndName
  Real x = 1;
end EndNmae;
