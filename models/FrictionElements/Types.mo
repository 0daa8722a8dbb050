within FrictionElements;
package Types "Quantities with their units, and the modes of a friction element"
  type Time = Real(unit = "s");
  type Length = Real(unit = "m");
  type Position = Length;
  type Velocity = Real(unit = "m/s");
  type Acceleration = Real(unit = "m/s2");
  type Mass = Real(unit = "kg", min = 0);
  type Force = Real(unit = "N");
  type TranslationalStiffness = Real(unit = "N/m", min = 0);
  type TranslationalDamping = Real(unit = "N.s/m", min = 0);
  type Angle = Real(unit = "rad");
  type AngularVelocity = Real(unit = "rad/s");
  type AngularAcceleration = Real(unit = "rad/s2");
  type Inertia = Real(unit = "kg.m2", min = 0);
  type Torque = Real(unit = "N.m");
  type Energy = Real(unit = "J");
  type Power = Real(unit = "W");
  type Temperature = Real(unit = "K");
  type Mode = enumeration(
    Backward "sliding, relative speed negative",
    Stuck "sticking or just breaking away",
    Forward "sliding, relative speed positive") "What a friction element does";
end Types;
