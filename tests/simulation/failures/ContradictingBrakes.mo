model ContradictingBrakes "A hub is locked to the ground and, at the same time, to a carrier that must accelerate"
  import FrictionElements.Rotational.*;
  Fixed ground;
  Inertia hub(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Hold groundLock;
  Hold carrierLock;
  Carrier carrier;
protected
  model Carrier "Turns ever faster, whatever it takes"
    FrictionElements.Interfaces.RotationalFlange flange;
  equation
    flange.phi = 0.5*time^2;
  end Carrier;
equation
  connect(ground.flange, groundLock.flange_a);
  connect(groundLock.flange_b, hub.flange_a);
  connect(hub.flange_b, carrierLock.flange_a);
  connect(carrierLock.flange_b, carrier.flange);
  annotation(experiment(StopTime = 2));
end ContradictingBrakes;
