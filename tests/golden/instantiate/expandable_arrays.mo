// run: dump --ir=flat -m M
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector Bus
  Real level[:];
  Real row[3];
end Bus;
block Source
  parameter Real k = 1;
  RealOutput y = k;
end Source;
model M
  parameter Integer n = 3;
  Bus bus;
  Source speed[n - 1](k = {1, 2}), level(k = 5), grid, all[2](each k = 7);
  RealOutput read, levels[2] = bus.level[{2, 2}];
equation
  for i in 1:n - 1 loop
    connect(speed[i].y, bus.speed[2*i]);
  end for;
  connect(bus.speed[4], read);
  connect(level.y, bus.level[2]);
  connect(grid.y, bus.row[end]);
  connect(all.y, bus.all);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Integer n = 3;
//|   output Real bus.level[1];
//|   output Real bus.level[2];
//|   output Real bus.row[1];
//|   output Real bus.row[2];
//|   output Real bus.row[3];
//|   output Real bus.speed[1];
//|   output Real bus.speed[2];
//|   output Real bus.speed[3];
//|   output Real bus.speed[4];
//|   output Real bus.all[1];
//|   output Real bus.all[2];
//|   parameter Real speed[1].k = 1.0;
//|   Real speed[1].y;
//|   parameter Real speed[2].k = 2.0;
//|   Real speed[2].y;
//|   parameter Real level.k = 5.0;
//|   Real level.y;
//|   parameter Real grid.k = 1.0;
//|   Real grid.y;
//|   parameter Real all[1].k = 7.0;
//|   Real all[1].y;
//|   parameter Real all[2].k = 7.0;
//|   Real all[2].y;
//|   output Real read;
//|   output Real levels[1];
//|   output Real levels[2];
//| equation
//|   bus.level[1] = 0.0;
//|   bus.row[1] = 0.0;
//|   bus.row[2] = 0.0;
//|   bus.speed[1] = 0.0;
//|   bus.speed[3] = 0.0;
//|   speed[1].y = speed[1].k;
//|   speed[2].y = speed[2].k;
//|   level.y = level.k;
//|   grid.y = grid.k;
//|   all[1].y = all[1].k;
//|   all[2].y = all[2].k;
//|   levels[1] = bus.level[2];
//|   levels[2] = bus.level[2];
//|   bus.level[2] = level.y;
//|   bus.row[3] = grid.y;
//|   bus.speed[2] = speed[1].y;
//|   bus.speed[4] = speed[2].y;
//|   bus.speed[4] = read;
//|   bus.all[1] = all[1].y;
//|   bus.all[2] = all[2].y;
//| end M;
