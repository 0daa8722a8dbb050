within LanguageTour;
model SensorBus "Rooms and their controllers share a bus, of which no class says all that it carries"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  expandable connector RoomBus "of one room"
    Real temperature(unit = "K");
    Real humidity "declared, but measured nowhere: it is not there";
  end RoomBus;
  expandable connector HouseBus "of all rooms, as many as are connected"
    RoomBus room[:];
  end HouseBus;
  block Heating
    parameter Real C(unit = "J/K") = 1;
    RealInput power(unit = "W");
    RealOutput temperature(unit = "K", start = 280, fixed = true);
  equation
    C*der(temperature) = power;
  end Heating;
  block Controller
    parameter Real k(unit = "W/K") = 2;
    RealInput target(unit = "K"), temperature(unit = "K");
    RealOutput power(unit = "W") = k*(target - temperature);
  end Controller;
  block Setting
    parameter Real k(unit = "K") = 293;
    RealOutput y(unit = "K") = k;
  end Setting;
  model Room "tells its temperature, and is told its power"
    parameter Real C(unit = "J/K") = 1;
    RoomBus bus;
    Heating heating(C = C);
  equation
    connect(heating.temperature, bus.temperature);
    connect(bus.power, heating.power);
  end Room;
  model Control "one controller a room"
    parameter Integer n;
    HouseBus bus;
    Controller controller[n];
  equation
    for i in 1:n loop
      connect(bus.room[i].temperature, controller[i].temperature);
      connect(bus.room[i].power, controller[i].power);
      connect(bus.target, controller[i].target);
    end for;
  end Control;
  parameter Integer n = 3 "rooms";
  HouseBus bus;
  Room room[n](C = 1:n);
  Control control(n = n);
  Setting setting;
  Real mean(unit = "K") = sum(bus.room[1:n].temperature)/n;
equation
  connect(bus, control.bus);
  for i in 1:n loop
    connect(room[i].bus, bus.room[i]);
  end for;
  connect(setting.y, bus.target);
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end SensorBus;
