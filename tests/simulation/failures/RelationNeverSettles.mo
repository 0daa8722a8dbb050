model RelationNeverSettles "A switch without memory: on, its load pulls the level below the threshold; off, it rises above it"
  Real supply(start = 0, fixed = true);
  Real level;
  Boolean on(start = false, fixed = true);
equation
  der(supply) = 1;
  level = if pre(on) then supply - 1 else supply;
  on = level > 0.5;
end RelationNeverSettles;
