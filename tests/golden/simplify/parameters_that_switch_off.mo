// run: dump --ir=dae
model QuasiStatic "A branch that a parameter switches off, and a factor that is 0: what stands there does not occur"
  parameter Boolean quasiStatic = true;
  parameter Real L = 0.1, R = 0;
  Real i, j, v, u;
equation
  v = if quasiStatic then 0 else L*der(i);
  10 = v + 2*i;
  u = i - R*j;
  j + u = 3;
end QuasiStatic;
// expect:
//| dae QuasiStatic
//| variables
//|   parameter Boolean quasiStatic = true
//|   parameter Real L = 0.1
//|   parameter Real R = 0.0
//|   continuous Real i  // differentiated
//|   continuous Real j
//|   continuous Real v
//|   continuous Real u  // alias of i
//|   continuous Real der(i)
//| f_x
//|   0: v = 0.0
//|   1: 10.0 = v + 2.0*i
//|   2: j + i = 3.0
//| end QuasiStatic
