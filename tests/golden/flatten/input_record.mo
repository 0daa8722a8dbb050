// run: dump --ir=flat
model M "A record at the top level is a set of inputs or outputs (MLS 4.4.2.2)"
  record Command
    Real speed;
    Real torque[2];
    Integer gear;
  end Command;
  input Command u;
  output Command y;
  Real power = u.speed*u.torque[1];
equation
  y = u;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   input Real u.speed;
//|   input Real u.torque[1];
//|   input Real u.torque[2];
//|   input Integer u.gear;
//|   output Real y.speed;
//|   output Real y.torque[1];
//|   output Real y.torque[2];
//|   output Integer y.gear;
//|   Real power;
//| equation
//|   power = u.speed*u.torque[1];
//|   y.speed = u.speed;
//|   y.torque[1] = u.torque[1];
//|   y.torque[2] = u.torque[2];
//|   y.gear = u.gear;
//| end M;
