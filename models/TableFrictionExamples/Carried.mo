within TableFrictionExamples;
model Carried "A load lies on a cart that accelerates until the friction no longer holds the load"
  import FrictionElements.Translational;
  Translational.Mass load(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Mass cart(m = 3, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.TableFriction contact(f_pos = [0, 2], peak = 1.5, useSupport = true);
  Translational.Force push(f = 3*time);
equation
  connect(push.flange, cart.flange_a);
  connect(cart.flange_b, contact.support);
  connect(load.flange_a, contact.flange_a);
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-9));
end Carried;
