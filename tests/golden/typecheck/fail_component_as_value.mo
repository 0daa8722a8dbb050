// run: check
model M "Models and blocks have no value (MLS 4.6, 4.4.2.1)"
  model Pose
    Real x = 1;
  end Pose;
  Pose p, q;
  Pose many[2];
equation
  // error: `p` is a model and has no value [ComponentAsValue]
  p = q;
  // error: `many` is a model and has no value [ComponentAsValue]
  many[1] = p;
algorithm
  // error: `q` is a model and has no value [ComponentAsValue]
  q := p;
end M;
