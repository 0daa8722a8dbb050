model AndOfC
  Boolean b = time > 1 && time < 2;
end AndOfC;
