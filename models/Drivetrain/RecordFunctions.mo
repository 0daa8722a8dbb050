within Drivetrain;
model RecordFunctions "A wheel on a shaft whose data and motion are records, as arguments, variables and results of functions"
  record Friction
    Real viscous = 0.5;
    Integer teeth = 3;
  end Friction;
  record Body
    Real J;
    Real size[2] = {1, 2};
    Friction friction = Friction(viscous = 0.25);
  end Body;
  record Motion
    Real angle, speed;
  end Motion;
  function advance "The motion after the time t"
    input Body body;
    input Motion from;
    input Real t;
    output Motion to;
    output Real lost "energy";
  protected
    Real rate = body.friction.viscous/body.J;
  algorithm
    to := Motion(speed = from.speed*exp(-rate*t), angle = from.angle + from.speed*(1 - exp(-rate*t))/rate);
    lost := body.J*(from.speed^2 - to.speed^2)/2;
  end advance;
  function turned "The same turned over, and the body doubled"
    input Motion m;
    input Body body = Body(J = 8);
    output Motion r = m;
    output Body b;
  protected
    Friction defaults(teeth = 4);
  algorithm
    r := Motion(r.speed, r.angle);
    b := body;
    b.friction.teeth := defaults.teeth + b.friction.teeth;
    b.size[2] := 10*defaults.viscous;
    for i in 1:1 loop
      b.size[i] := b.size[i] + i;
    end for;
  end turned;
  function grown "The second result alone"
    input Motion m;
    output Body b;
  algorithm
    (, b) := turned(m);
  end grown;
  function pair "Calls with several results, and a size given by a member"
    input Body body;
    output Motion m;
  protected
    Real lost, teeth[body.friction.teeth] = fill(1, body.friction.teeth);
  algorithm
    (m, lost) := advance(body, Motion(0, 2), 1);
    m.angle := lost;
    m := if sum(teeth) > 2 then m else Motion(0, 0);
  end pair;
  parameter Body wheel = Body(J = 2, friction = Friction(viscous = 1));
  parameter Real start = (turned(Motion(1, 5))).angle "known when the model is compiled: 5";
  final parameter Integer count = integer((turned(Motion(1, 5))).speed) + 1;
  Real row[count] = {time, 2*time};
  Motion motion, fixed = Motion(time, 2*time), swapped;
  parameter Motion at = Motion(1, 2);
  Real lost;
  Body other = grown(at);
  Motion last = pair(wheel);
  Real w(start = 2, fixed = true), drag;
equation
  (motion, lost) = advance(wheel, Motion(0, start), time);
  swapped = turned(fixed);
  drag = (advance(wheel, Motion(0, w), 0.5)).speed;
  der(w) = -drag;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end RecordFunctions;
