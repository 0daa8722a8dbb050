within Drivetrain;
model Gearbox "Enumerations as indices and iterators; equations chosen by parameters"
  parameter Gear low = Gear.First;
  parameter Boolean automatic = true;
  Gear gear = if automatic and time > 1 then Gear.Second else low;
  Real wheel(start = 0, fixed = true), ratio = ratios[gear];
  Real all = sum(ratios[g] for g in Gear) "3";
  Real indices[Gear] = {Integer(g)*time for g in Gear};
  Real reverse = indices[Gear.Reverse] + size(indices, 1) "t + 4";
equation
  if low == Gear.Neutral then
    wheel = 0;
  else
    ratio*der(wheel) = 8;
  end if;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Gearbox;
