within ReferenceProblems;
partial model BlockOnTrack "SlidingBlock with its position and its energy balance"
  extends SlidingBlock;
  extends EnergyAccount(work(start = 0, fixed = true), heat(start = 0, fixed = true));
  Real x(unit = "m", start = 0, fixed = true) "position";
equation
  der(x) = v;
  der(work) = u*v;
  der(heat) = f*v;
  energy = 0.5*m*v^2;
end BlockOnTrack;
