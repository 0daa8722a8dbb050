within FrictionElements.Ideal;
model Clutch "A clutch that ties two shafts together at once where it is engaged"
  extends Interfaces.PartialRotationalCompliant;
  input Boolean engaged = false;
  Types.AngularVelocity w_rel "relative speed";
equation
  w_rel = der(phi_rel);
  if engaged then
    w_rel = 0;
  else
    tau = 0;
  end if;
end Clutch;
