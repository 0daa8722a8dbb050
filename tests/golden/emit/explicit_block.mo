// run: dump --ir=program
model Decay "One state, one parameter: slots, the functions and what the integrator needs"
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Decay;
// expect:
//| program Decay
//|   parameter k in s4
//|   state x in s3
//|   derivative der(x) in s5
//| parameters
//|   k = 2
//| initial system
//|   explicit
//|     assign
//|       x = 1
//|       s9 = k * x
//|       der(x) = -(s9)
//| event system
//|   explicit
//|     assign
//|       s10 = k * x
//|       der(x) = -(s10)
//| continuous system
//|   explicit
//|     assign
//|       s11 = k * x
//|       der(x) = -(s11)
//|     partials
//|       s12 = -(k)
//|       d der(x) / d x = s12
//| end Decay
