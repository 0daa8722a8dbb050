// run: dump --ir=dae
model M "What is not taken makes no cycle"
  parameter Boolean use_T = true;
  parameter Real T = if use_T then 300 else (h - 10)/2;
  parameter Real h = if use_T then 2*T + 10 else 500;
  Real x = h*time;
end M;
// expect:
//| dae M
//| variables
//|   parameter Boolean use_T = true
//|   parameter Real T = 300.0
//|   parameter Real h = 2.0*T + 10.0
//|   continuous Real x
//| f_x
//|   0: x = h*time
//| end M
