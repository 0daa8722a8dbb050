within Constraints;
model SpinningBody "A body turns freely about any axis; its orientation as a quaternion"
  parameter Real w0[3](each unit = "rad/s") = {1.2, -2, 0.9};
  parameter Real J[3](each unit = "kg.m2") = {1, 1, 1};
  Real q[4](start = {0, 0, 0, 1}) "Vector part, then scalar part";
  Real w[3](each unit = "rad/s", start = w0, each fixed = true) "In the body";
equation
  w[1] = 2*(q[4]*der(q[1]) + q[3]*der(q[2]) - q[2]*der(q[3]) - q[1]*der(q[4]));
  w[2] = 2*(-q[3]*der(q[1]) + q[4]*der(q[2]) + q[1]*der(q[3]) - q[2]*der(q[4]));
  w[3] = 2*(q[2]*der(q[1]) - q[1]*der(q[2]) + q[4]*der(q[3]) - q[3]*der(q[4]));
  q*q = 1;
  J[1]*der(w[1]) = (J[2] - J[3])*w[2]*w[3];
  J[2]*der(w[2]) = (J[3] - J[1])*w[3]*w[1];
  J[3]*der(w[3]) = (J[1] - J[2])*w[1]*w[2];
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
end SpinningBody;
