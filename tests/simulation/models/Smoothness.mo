package Smoothness "What is flat, bends or ends where a series about a point far away does not tell, against closed forms"
  model Tank "Torricelli's law: the level is a parabola until the tank is empty"
    Real h(start = 1, fixed = true);
  equation
    der(h) = if h > 0 then -sqrt(h) else 0;
  end Tank;

  model Leak "A tank that loses more than runs out: the branch ends where it cannot be computed"
    Real h(start = 1, fixed = true);
  equation
    der(h) = if h > 0 then -sqrt(h) - 0.3 else -0.3;
  end Leak;

  model Stribeck "Friction that rises in the last thousandth of the speed"
    Real v(start = 1, fixed = true);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = if v > 0 then -(1 + 0.5*exp(-(v/1e-3)^2)) else 0;
  end Stribeck;

  model Regularised "Coulomb friction as a steep slope"
    Real v(start = 1, fixed = true);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -tanh(1e4*v);
  end Regularised;

  model ThinLayer "The same, steeper than the tolerance can tell, of a body that creeps"
    Real v(start = 0, fixed = true);
    Real x(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = 0.1*time - x - v/sqrt(v*v + 1e-14);
  end ThinLayer;

  model Corner "The size of a number, written as a root"
    Real x(start = -1, fixed = true);
    Real y(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = sqrt(x^2);
  end Corner;

  model Overflow "A relation whose side overflows in a long step"
    Real x(start = 0, fixed = true);
    Boolean above = exp(x*x) > 100;
  equation
    der(x) = 1;
  end Overflow;

  model Flat "A right-hand side whose first terms cancel at the start"
    Real x(start = 0, fixed = true);
  equation
    der(x) = time - sin(time);
  end Flat;

  model Hump "A hump that is nothing to all digits where it does not stand"
    Real x(start = -77.3, fixed = true);
    Real y(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = exp(-x^2);
  end Hump;

  model Pulse "The same of another function"
    Real x(start = -77.3, fixed = true);
    Real y(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = 1 - tanh(x)^2;
  end Pulse;

  model Gate "A switch that opens and closes: tanh(500*sin(20*time)), flat but for short moments"
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1e4*cos(20*time)*(1 - tanh(500*sin(20*time))^2);
  end Gate;

  model Sech "The same of another function"
    Real x(start = -77.3, fixed = true);
    Real y(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = 1 / cosh(x)^2;
  end Sech;

  model Extended "exp falls from 1e-111 to nothing in a step whose series is extended to place an event"
    Real x(start = 3, fixed = true);
    Real v(start = 0, fixed = true);
    Real y(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
    der(y) = exp(-100*(1 + x)^2);
    when x*sin(5*time)*cos(1.3*time) > 0.6 then
      n = pre(n) + 1;
    end when;
  end Extended;

  model Sines "Frequencies side by side, whose sines are not"
    Real d(start = 1, fixed = true);
    Real q(start = 0, fixed = true);
    Real x(start = 0, fixed = true);
    Real y(start = 0, fixed = true);
    Real z(start = 0, fixed = true);
  equation
    der(d) = -0.5*d + 0.56;
    der(q) = cos(0.7*time)*3*0.45;
    der(x) = 0.4*sin(1.6*time + 4.7);
    der(y) = 0.2*sin(2.7*time + 3.8);
    der(z) = 0.016*time + 1.7*d;
  end Sines;

  model Eighth "t^8 as the square of a fourth integral, passing 1 at t = 1 and 1.1 soon after, for a relation alone"
    Real a(start = 0, fixed = true);
    Real b(start = 0, fixed = true);
    Real c(start = 0, fixed = true);
    Real d(start = 0, fixed = true);
    discrete Real hit(start = -1, fixed = true);
  equation
    der(a) = b;
    der(b) = c;
    der(c) = d;
    der(d) = 24;
    when a*a > 1 and a*a < 1.1 then
      hit = time;
    end when;
  end Eighth;

  model SteepRelation "An oscillation, counted by a relation that is flat but for 1 mm"
    Real x(start = 1, fixed = true);
    Real v(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
    when tanh(1000*(x - 0.5)) > 0.5 then
      n = pre(n) + 1;
    end when;
  end SteepRelation;

  model Relay "At rest until a flat function of time bends"
    Real x(start = 0, fixed = true);
    Boolean go(start = false, fixed = true);
  equation
    der(x) = if go then 1 else 0;
    when tanh((time - 70)/2) > 0.5 then
      go = true;
    end when;
  end Relay;

  model RootAtRest "At rest where the motion that begins has no series"
    Real x(start = 0, fixed = true);
    Boolean go(start = false, fixed = true);
  equation
    der(x) = if go then 1 + sqrt(x) else 0;
    when time > 1 then
      go = true;
    end when;
  end RootAtRest;

  model EighthPulse "A pulse of width 7.7e-3 with steep sides, from an exponent of -5e24 on"
    Real x(start = 0, fixed = true);
  equation
    der(x) = exp(-((time - 4.721)/0.003849)^8);
  end EighthPulse;

  model Grazing "A relation of a bell that is passed closely"
    Real x(start = 0, fixed = true);
    Real v(start = 1, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -50.93*x;
    when exp(-x^2) > 0.9829093328 then
      n = pre(n) + 1;
    end when;
  end Grazing;

  model Slow "Sliding of a constant deceleration, but for a peak at low speed"
    Real v(start = 10, fixed = true);
  equation
    der(v) = -(0.5 + 0.3*exp(-(v/0.001)^2));
  end Slow;

  model Zeners "Two Zener diodes in series, as tables of the field have them: steep in the middle, tangents outside"
    parameter Real Ids = 1e-6, Vt = 0.04, Maxexp = 30, R = 1e8, Bv = 5.1, Ibv = 0.7, Nbv = 0.74, Rv = 20, U = 10;
    Real v1(start = 0), v2(start = 0), i;
    Real u = U*cos(time);
  equation
    u = Rv*i + v1 - v2;
    i = smooth(1, if v1 > Maxexp*Vt then Ids*(exp(Maxexp)*(1 + v1/Vt - Maxexp) - 1) + v1/R
      else if v1 + Bv < -Maxexp*(Nbv*Vt) then -Ids - Ibv*exp(Maxexp)*(1 - (v1 + Bv)/(Nbv*Vt) - Maxexp) + v1/R
      else Ids*(exp(v1/Vt) - 1) - Ibv*exp(-(v1 + Bv)/(Nbv*Vt)) + v1/R);
    -i = smooth(1, if v2 > Maxexp*Vt then Ids*(exp(Maxexp)*(1 + v2/Vt - Maxexp) - 1) + v2/R
      else if v2 + Bv < -Maxexp*(Nbv*Vt) then -Ids - Ibv*exp(Maxexp)*(1 - (v2 + Bv)/(Nbv*Vt) - Maxexp) + v2/R
      else Ids*(exp(v2/Vt) - 1) - Ibv*exp(-(v2 + Bv)/(Nbv*Vt)) + v2/R);
  end Zeners;

  model Crawl "The square of a small voltage that a fast current leaves: stages of one-step methods are off by far"
    parameter Real R = 5e8, L = 0.05, omega = 314;
    Real i(start = 0, fixed = true), x(start = 0, fixed = true);
    Real u = 155*sin(omega*time) - R*i;
  equation
    L*der(i) = u;
    der(x) = 50*u^2;
  end Crawl;

  model CrawlBetweenEvents "Events far apart, after each of which as many steps are made"
    extends Crawl(omega = 16755, L = 5);
    discrete Integer n(start = 0, fixed = true);
  equation
    when sample(4e-4, 4e-4) then
      n = pre(n) + 1;
    end when;
  end CrawlBetweenEvents;

  model Relaxation "An amplifier with positive feedback, whose limits make no events: between them y has three values"
    parameter Real V0 = 1e4;
    Real x(start = 0, fixed = true), y(start = 1);
    Real u = V0*(y/2 - x);
  equation
    y = noEvent(if u > 1 then 1 elseif u < -1 then -1 else u);
    der(x) = y - x;
  end Relaxation;
end Smoothness;
