within FrictionElements.Rotational;
model Torque "A torque on a flange, given as an input"
  input Types.Torque tau "the torque, positive towards positive angles";
  Interfaces.RotationalFlange flange;
  Types.Energy work(start = 0, fixed = true) "work done by the torque since the start";
equation
  flange.tau = -tau;
  der(work) = tau*der(flange.phi);
end Torque;
