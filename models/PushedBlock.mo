model PushedBlock "A block is pushed for a second, slides on and comes to rest: the model of the README"
  extends SlidingBlock(m = 2, f0 = 5, u = if time < 1 then 8 else 0);
  Real x(unit = "m", start = 0, fixed = true) "position";
equation
  der(x) = v;
  annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));
end PushedBlock;
