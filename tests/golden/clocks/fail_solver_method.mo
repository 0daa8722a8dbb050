// run: check
model SolverMethodUse "Continuous equations need one solver"
  Real x(start = 3), y, z, v, w;
equation
  // error: `der(x)` makes these clocked equations continuous ones, but their clock has no solver method [SolverMethodUse]
  der(x) = -x + sample(1, Clock(1, 10));
  // error: two solver methods for one clock: "ImplicitEuler" and "ExplicitEuler" (MLS 16.8.4) [SolverMethodUse]
  der(y) = -y + sample(1, Clock(Clock(1, 10), "ExplicitEuler")) + sample(2, Clock(Clock(1, 10), "ImplicitEuler"));
  z = sample(1, Clock(1, 5));
  // error: a when-equation with a Boolean condition makes these clocked equations continuous ones, but their clock has no solver method [SolverMethodUse]
  when sample(0, 0.1) then
    // warning: nothing says when these clocked equations are active (`previous(w)` stands here): Clock(1.0) is taken (MLS 16.3.1) [ClockNotInferred]
    v = previous(w);
  end when;
  w = previous(w) + v;
end SolverMethodUse;
