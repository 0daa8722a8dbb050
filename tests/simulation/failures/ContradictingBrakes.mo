model ContradictingBrakes "A hub is locked to the ground and, at the same time, to a carrier that must accelerate"
  import FrictionElements.Rotational.*;
  Fixed ground;
  Inertia hub(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Hold groundLock;
  Hold carrierLock;
  FrictionElements.Interfaces.RotationalFlange carrier;
equation
  connect(ground.flange, groundLock.flange_a);
  connect(groundLock.flange_b, hub.flange_a);
  connect(hub.flange_b, carrierLock.flange_a);
  connect(carrierLock.flange_b, carrier);
  carrier.phi = 0.5*time^2;
  annotation(experiment(StopTime = 2));
end ContradictingBrakes;
