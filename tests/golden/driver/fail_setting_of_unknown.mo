// run: check --set brak.mu=1 --set brake.nu=2 --set mu=3 --set brake.mu.strat=4 --set spare.mu=5 --set brake.world.g=6 --set 2*m=7
// error-anywhere: `M` has no element `brak` to modify [UnknownModifier]
// error-anywhere: `M.Brake` has no element `nu` to modify [UnknownModifier]
// error-anywhere: `M` has no element `mu` to modify [UnknownModifier]
// error-anywhere: `mu` is of type Real and has no attribute `strat` [UnknownModifier]
// error-anywhere: `spare` is not there: its condition is false [RemovedComponent]
// error-anywhere: `brake.world.g` is an outer component and has no value of its own here [UnknownModifier]
// error-anywhere: `2*m` is no component to set [UnknownModifier]
// stderr: hint: did you mean `brake`?
// stderr: hint: did you mean `mu`?
// stderr: hint: there is `brake.mu`
// stderr: hint: set what it stands for, `world`
model M
  model World
    parameter Real g = 9.81;
  end World;
  model Brake
    outer World world;
    parameter Real mu = 0.3;
  end Brake;
  inner World world;
  Brake brake;
  Brake spare if false;
  parameter Real mass = 1;
end M;
