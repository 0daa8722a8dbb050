// run: dump --ir=causal
model Path "The start is sought with both expressions; the model has the actual ones, and index reduction theirs"
  Real x(start = 1, fixed = true), v, u, y;
equation
  der(x) = v;
  x = homotopy(1 + u^2, 1 + u + y);
  u = homotopy(2*time, time);
  y = homotopy(u, u);
end Path;
// expect:
//| causal model Path
//| dummy der(x), by x = 1.0 + u^2.0
//| dummy der(u), by u = 2.0*time
//| continuous
//|   explicit u := 2.0*time
//|   explicit x := 1.0 + u^2.0
//|   explicit der(u) := 2.0
//|   explicit der(x) := der(u)*(2.0*u)
//|   explicit v := der(x)
//| event
//|   explicit u := 2.0*time
//|   explicit x := 1.0 + u^2.0
//|   explicit der(u) := 2.0
//|   explicit der(x) := der(u)*(2.0*u)
//|   explicit v := der(x)
//| initial
//|   explicit der(u) := 2.0
//|   explicit u := homotopy(2.0*time, time)
//|   explicit der(x) := der(u)*(2.0*u)
//|   explicit v := der(x)
//|   explicit x := homotopy(1.0 + u^2.0, 1.0 + u + u)
//| start x fixed
//| redundant x = 1.0
