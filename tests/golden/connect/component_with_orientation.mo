// run: check -m Joint
// Where nothing gives the orientation a root, what is connected gives all of it (MLS 9.4).
record Orientation
  Real e[2];
  function equalityConstraint
    input Orientation a, b;
    output Real residue[1];
  algorithm
    residue := {a.e[1]*b.e[2] - a.e[2]*b.e[1]};
  end equalityConstraint;
end Orientation;
connector Frame
  Orientation R;
  // note: `Joint` is a sound component, but cannot be simulated alone: model `Joint` has 5 equations but 6 unknowns [ComponentAlone]
  //        ^
  flow Real t;
end Frame;
model Joint
  Frame a, b;
  Real angle(start = 0, fixed = true);
equation
  Connections.branch(a.R, b.R);
  b.R.e = {a.R.e[1]*cos(angle) - a.R.e[2]*sin(angle), a.R.e[1]*sin(angle) + a.R.e[2]*cos(angle)};
  a.t + b.t = 0;
  der(angle) = 1;
end Joint;
