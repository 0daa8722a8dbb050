// run: check
model M
  Real speed(start = 1);
equation
// error: unknown name `sped` in `M` [UnknownName]
  der(speed) = -sped;
end M;
