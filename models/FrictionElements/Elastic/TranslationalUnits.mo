within FrictionElements.Elastic;
package TranslationalUnits "Quantities of a friction law between parts that move along a line"
  type Displacement = Types.Length;
  type Speed = Types.Velocity;
  type Effort = Types.Force;
  type Stiffness = Types.TranslationalStiffness;
  type Damping = Types.TranslationalDamping;
  type EffortRate = Real(unit = "N/s");
end TranslationalUnits;
