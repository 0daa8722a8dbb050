within ReferenceProblems;
model ContinuousSlide "The continuous element under a force that makes it slide: it ends at the speed where friction and force balance"
  extends ContinuousCreep(push(f = 60.091578194443671));
  annotation(experiment(StopTime = 1, Interval = 0.01, Tolerance = 1e-8));
end ContinuousSlide;
