within FrictionElements;
package Interfaces "Connectors and the partial models that the parts have in common"
  connector TranslationalFlange "A flange that moves along a line"
    Types.Position s "position of the flange";
    flow Types.Force f "force into the part at the flange";
  end TranslationalFlange;

  connector RotationalFlange "A shaft end"
    Types.Angle phi "angle of the flange";
    flow Types.Torque tau "torque into the part at the flange";
  end RotationalFlange;

  partial model PartialCompliant "Two translational flanges with a force between them"
    TranslationalFlange flange_a "left flange";
    TranslationalFlange flange_b "right flange";
    Types.Length s_rel "flange_b.s - flange_a.s";
    Types.Force f "force between the flanges, positive when it pulls them together";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f = -f;
  end PartialCompliant;

  partial model PartialRotationalCompliant "Two rotational flanges with a torque between them"
    RotationalFlange flange_a "left flange";
    RotationalFlange flange_b "right flange";
    Types.Angle phi_rel "flange_b.phi - flange_a.phi";
    Types.Torque tau "torque between the flanges, positive when it turns them together";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end PartialRotationalCompliant;

  partial model PartialFrictionCurve
    "Dry friction as a curve over sa, for any pair of relative speed and friction effort (a force or a torque)"
    import FrictionElements.Types.Mode;
    parameter Real peak(min = 1) = 1 "largest holding friction / sliding friction at the speed 0";
    parameter Real f1(min = 0) = 0 "viscous friction: effort per speed";
    parameter Real accelerationUnit = 1 "acceleration that one unit of sa stands for beyond the break-away";
    Real capacity "sliding friction at the speed 0; may vary with time";
    Real v_rel "relative speed";
    Real a_rel "relative acceleration";
    Real friction "friction effort, against v_rel";
    Real sa "parameter of the curve: the effort while stuck, beyond -peak*capacity and peak*capacity the acceleration";
    Boolean startFor "breaks away forward";
    Boolean startBack "breaks away backward";
    Boolean locked "sticks";
    Mode mode "Backward, Stuck or Forward";
  initial equation
    pre(mode) = if v_rel > 0 then Mode.Forward elseif v_rel < 0 then Mode.Backward else Mode.Stuck;
  equation
    startFor = pre(mode) == Mode.Stuck and sa > peak*capacity;
    startBack = pre(mode) == Mode.Stuck and sa < -peak*capacity;
    locked = pre(mode) == Mode.Stuck and not (startFor or startBack);
    a_rel = der(v_rel);
    a_rel = if pre(mode) == Mode.Forward or startFor then accelerationUnit*(sa - peak*capacity)
            elseif pre(mode) == Mode.Backward or startBack then accelerationUnit*(sa + peak*capacity)
            else 0;
    friction = if pre(mode) == Mode.Forward or startFor then capacity + f1*v_rel
               elseif pre(mode) == Mode.Backward or startBack then -capacity + f1*v_rel
               else sa;
    mode = if (pre(mode) == Mode.Forward or startFor) and v_rel > 0 then Mode.Forward
           elseif (pre(mode) == Mode.Backward or startBack) and v_rel < 0 then Mode.Backward
           else Mode.Stuck;
  end PartialFrictionCurve;

  partial model PartialFriction "The same with its heat"
    extends PartialFrictionCurve;
    Types.Energy heat(start = 0, fixed = true) "heat made by friction since the start";
  equation
    der(heat) = friction*v_rel;
  end PartialFriction;

  connector HeatPort "Where heat enters a part"
    Types.Temperature T "temperature";
    flow Types.Power Q_flow "heat flow into the part";
  end HeatPort;
end Interfaces;
