// run: dump --ir=flat
model M "A subscript that changes during the simulation, of a type whose every value is in range"
  type Gear = enumeration(Low, High);
  constant Real ratio[Gear] = {4, 2};
  Real speed[Gear, 2];
  Gear gear = if time > 1 then Gear.High else Gear.Low;
  Boolean late = time > 2;
  Real y = ratio[gear];
  Real z = speed[gear, 2];
  Real w = sum(speed[:, late]);
equation
  speed = {{time, 2*time}, {3*time, 4*time}};
end M;
