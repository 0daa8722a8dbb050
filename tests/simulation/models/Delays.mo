package Delays "delay() against closed forms"
  model Signal "Before time - delayTime has come to the start, what it is at the start"
    parameter Real T = 0.3;
    Real y = delay(cos(2*time), T, 2*T);
    Real both[2] = delay({time, 2*time}, T/3);
  end Signal;

  model Feedback "x' = -x(t - 1), solved by the method of steps"
    Real x(start = 1, fixed = true);
  equation
    der(x) = -delay(x, 1);
  end Feedback;

  model Loop "The delayed signal stands in an algebraic loop, at the start too"
    Real y, z;
  equation
    y + z = 2 + time;
    z = 0.5*delay(y, 0.25) + 0.5*y;
  end Loop;

  model Jump "A jump arrives as a time event"
    Real u = if time > 0.25 then 1 + time else 0;
    Real d = delay(u, 0.5);
    Real integral(start = 0, fixed = true);
    discrete Real seen(start = -1, fixed = true);
    Integer count(start = 0, fixed = true);
  equation
    der(integral) = d;
    when d > 0.5 then
      seen = time;
      count = pre(count) + 1;
    end when;
  end Jump;

  model Echo "Each arrival makes the next jump: a square wave"
    discrete Real u(start = 1, fixed = true);
    Real d = delay(u, 0.1);
    Integer turns(start = 0, fixed = true);
    Real integral(start = 0, fixed = true);
  equation
    der(integral) = u;
    when {time > 0.05, d > 0.5 and time > 0.1, d < 0.5 and time > 0.1} then
      u = 1 - pre(u);
      turns = pre(turns) + 1;
    end when;
  end Echo;

  model Zero "No delay, by a literal, a parameter and an expression; the signal need not be continuous"
    parameter Real T = 0;
    Real u = if time > 0.25 then 1 + time else 0;
    Real d = delay(u, 0);
    Real both[2] = delay({time, u}, T, 1);
    Real x(start = 1, fixed = true);
  equation
    der(x) = -delay(x, 2*T);
  end Zero;

  model ZeroBeyond "delayMax is below"
    Real y = delay(time, 0, -1);
  end ZeroBeyond;

  model Negative
    parameter Real T = -1;
    Real y = delay(time, T);
  end Negative;
end Delays;
