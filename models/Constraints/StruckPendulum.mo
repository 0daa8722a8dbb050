within Constraints;
model StruckPendulum "A blow takes half of the horizontal speed: the vertical one follows from the rod"
  extends Pendulum(w0 = 1, w(stateSelect = StateSelect.always));
equation
  when time >= 0.4 then
    reinit(vx, 0.5*pre(vx));
    reinit(w, 0.5*pre(w));
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end StruckPendulum;
