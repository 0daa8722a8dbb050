// run: dump --ir=flat
model M "A subscript that changes during the simulation, of a type whose every value is in range"
  type Gear = enumeration(Low, High);
  constant Real ratio[Gear] = {4, 2};
  Real speed[Gear, Boolean];
  Gear gear = if time > 1 then Gear.High else Gear.Low;
  Boolean late = time > 2;
  Real y = ratio[gear];
  Real z = speed[gear, true];
  Real w = sum(speed[:, late]);
equation
  speed = {{time, 2*time}, {3*time, 4*time}};
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| type M.Gear = enumeration(Low, High);
//| model M
//|   constant Real ratio[1] = 4.0;
//|   constant Real ratio[2] = 2.0;
//|   Real speed[1,1];
//|   Real speed[1,2];
//|   Real speed[2,1];
//|   Real speed[2,2];
//|   M.Gear gear;
//|   Boolean late;
//|   Real y;
//|   Real z;
//|   Real w;
//| equation
//|   gear = if time > 1.0 then M.Gear.High else M.Gear.Low;
//|   late = time > 2.0;
//|   y = if Integer(gear) == 1 then 4.0 else 2.0;
//|   z = if Integer(gear) == 1 then speed[1,2] else speed[2,2];
//|   w = (if (if late then 2 else 1) == 1 then speed[1,1] else speed[1,2]) + (if (if late then 2 else 1) == 1 then speed[2,1] else speed[2,2]);
//|   speed[1,1] = time;
//|   speed[1,2] = 2.0*time;
//|   speed[2,1] = 3.0*time;
//|   speed[2,2] = 4.0*time;
//| end M;
