within FrictionElements.Elastic;
package RotationalUnits "Quantities of a friction law between parts that turn"
  type Displacement = Types.Angle;
  type Speed = Types.AngularVelocity;
  type Effort = Types.Torque;
  type Stiffness = Real(unit = "N.m/rad", min = 0);
  type Damping = Real(unit = "N.m.s/rad", min = 0);
  type EffortRate = Real(unit = "N.m/s");
end RotationalUnits;
