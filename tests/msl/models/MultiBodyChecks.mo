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
end MultiBodyChecks;
