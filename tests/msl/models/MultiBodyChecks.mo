package MultiBodyChecks "Mechanisms of the Modelica Standard Library with their energy: for tests"
  function energy "Kinetic energy, and potential energy in the gravity -g along y"
    input Real m;
    input Real J[3, 3] "inertia about the centre of mass";
    input Real r_CM[3] "centre of mass from frame_a, resolved there";
    input Real r_0[3], v_0[3] "of frame_a";
    input Modelica.Mechanics.MultiBody.Frames.Orientation R "of frame_a";
    input Real g;
    output Real E;
  protected
    Real v[3] "velocity of the centre of mass";
  algorithm
    v := v_0 + Modelica.Mechanics.MultiBody.Frames.resolve1(R, cross(R.w, r_CM));
    E := m*(v*v)/2 + R.w*(J*R.w)/2 + m*g*(r_0[2] + r_CM*R.T[:, 2]);
  end energy;

  model Swing "A pendulum that is let go when it is horizontal"
    inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
    Modelica.Mechanics.MultiBody.Joints.Revolute joint(phi(fixed = true, start = 0), w(fixed = true));
    Modelica.Mechanics.MultiBody.Parts.Body body(m = 2, r_CM = {0.5, 0, 0}, I_33 = 0.1);
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  end Swing;

  model DoublePendulum
    extends Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum(damper(d = 0));
    Real E = energy(boxBody1.body.m, boxBody1.body.I, boxBody1.body.r_CM, boxBody1.body.r_0, boxBody1.body.v_0,
                    boxBody1.body.frame_a.R, world.g)
           + energy(boxBody2.body.m, boxBody2.body.I, boxBody2.body.r_CM, boxBody2.body.r_0, boxBody2.body.v_0,
                    boxBody2.body.frame_a.R, world.g);
  end DoublePendulum;

  model FourBars "A closed loop"
    extends Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar2;
    Real E = energy(b1.body.m, b1.body.I, b1.body.r_CM, b1.body.r_0, b1.body.v_0, b1.body.frame_a.R, world.g)
           + energy(b2.body.m, b2.body.I, b2.body.r_CM, b2.body.r_0, b2.body.v_0, b2.body.frame_a.R, world.g);
  end FourBars;

  model PlanarLoop "A closed loop of joints only: its connection graph is broken by an equality constraint"
    extends Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar1;
    Real E = energy(b1.body.m, b1.body.I, b1.body.r_CM, b1.body.r_0, b1.body.v_0, b1.body.frame_a.R, world.g)
           + energy(b2.body.m, b2.body.I, b2.body.r_CM, b2.body.r_0, b2.body.v_0, b2.body.frame_a.R, world.g)
           + energy(b3.body.m, b3.body.I, b3.body.r_CM, b3.body.r_0, b3.body.v_0, b3.body.frame_a.R, world.g);
  end PlanarLoop;

  model JointFriction "Bearing friction in two of the three joints of an arm; what the torques give is kinetic energy and losses"
    inner Modelica.Mechanics.MultiBody.World world(gravityType = Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity, animateWorld = false);
    Modelica.Mechanics.MultiBody.Joints.Revolute joint[3](n = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}, each useAxisFlange = true,
      each animation = false, phi(start = {0, 0.3, 0}, each fixed = true), w(each fixed = true));
    Modelica.Mechanics.MultiBody.Parts.FixedTranslation rod[3](r = {{0.3, 0, 0}, {0.25, 0, 0}, {0.2, 0.1, 0}}, each animation = false);
    Modelica.Mechanics.MultiBody.Parts.Body body[3](m = {1, 0.8, 0.5}, each r_CM = {0, 0, 0}, each I_11 = 0.01, each I_22 = 0.02,
      each I_33 = 0.03, each animation = false);
    Modelica.Mechanics.Rotational.Components.BearingFriction friction[2](tau_pos = {[0, 1; 1, 1.2], [0, 0.5; 1, 0.6]}, each peak = 1.2);
    Modelica.Mechanics.Rotational.Components.IdealGear gear[2](ratio = {-10, 10});
    Modelica.Mechanics.Rotational.Sources.Torque torque[3];
    Real work(start = 0, fixed = true) "of the torques, less the losses [J]";
    Real energy "kinetic [J]";
    Real error = work - energy;
  equation
    torque.tau = {3*sin(5*time), 2*sin(7*time), 0.1*cos(3*time)};
    der(work) = torque[1].tau*friction[1].w + torque[2].tau*friction[2].w + torque[3].tau*joint[3].w - sum(friction.lossPower);
    energy = sum(0.5*body[i].m*(body[i].v_0*body[i].v_0) + 0.5*(body[i].w_a*(body[i].I*body[i].w_a)) for i in 1:3);
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:3 loop
      connect(joint[i].frame_b, rod[i].frame_a);
      connect(rod[i].frame_b, body[i].frame_a);
    end for;
    for i in 1:2 loop
      connect(rod[i].frame_b, joint[i + 1].frame_a);
      connect(torque[i].flange, friction[i].flange_a);
      connect(friction[i].flange_b, gear[i].flange_a);
      connect(gear[i].flange_b, joint[i].axis);
    end for;
    connect(torque[3].flange, joint[3].axis);
    annotation(experiment(StopTime = 2, Tolerance = 1e-8));
  end JointFriction;
end MultiBodyChecks;
