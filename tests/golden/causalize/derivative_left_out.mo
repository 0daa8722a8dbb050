// run: dump --ir=causal -m P.M
package P
  function scaled
    input Real k, x;
    output Real y = k*x;
  algorithm
    annotation(derivative(noDerivative = k) = scaled_der);
  end scaled;
  function scaled_der
    input Real k, x, der_x;
    output Real der_y = k*der_x;
  algorithm
  end scaled_der;
  model M "Two constraints share k, of whose derivative the derivative function says nothing; its body does"
    // warning: nothing determines the initial values of `x1`, `x2`: 0 is taken [InitialUnderdetermined]
    //   ^
    Real x1, x2, y1, y2, k;
    Real f1, f2;
  equation
    y1 = scaled(k, x1);
    y2 = scaled(k, x2);
    der(x1) = 1;
    der(x2) = 2;
    der(y1) = f1;
    der(y2) = f2;
    k = 1 + time;
  end M;
end P;
// expect:
//| causal model P.M
//| state x1, derivative der(x1)
//| state x2, derivative der(x2)
//| dummy der(y1)
//| dummy der(y2)
//| dummy der(k)
//| continuous
//|   explicit der(x1) := 1.0
//|   explicit der(x2) := 2.0
//|   explicit k := 1.0 + time
//|   explicit y1 := P.scaled(k, x1)
//|   explicit y2 := P.scaled(k, x2)
//|   explicit der(y2) := P.scaled_der(k, x2, der(x2))
//|   explicit f2 := der(y2)
//|   explicit der(k) := 1.0
//|   explicit der(y1) := der(k)*x1 + der(x1)*k
//|   explicit f1 := der(y1)
//| event
//|   explicit der(x1) := 1.0
//|   explicit der(x2) := 2.0
//|   explicit k := 1.0 + time
//|   explicit y1 := P.scaled(k, x1)
//|   explicit y2 := P.scaled(k, x2)
//|   explicit der(y2) := P.scaled_der(k, x2, der(x2))
//|   explicit f2 := der(y2)
//|   explicit der(k) := 1.0
//|   explicit der(y1) := der(k)*x1 + der(x1)*k
//|   explicit f1 := der(y1)
//| initial
//|   explicit der(x1) := 1.0
//|   explicit der(x2) := 2.0
//|   explicit k := 1.0 + time
//|   explicit der(k) := 1.0
//|   explicit x1 := 0.0
//|   explicit y1 := P.scaled(k, x1)
//|   explicit der(y1) := der(k)*x1 + der(x1)*k
//|   explicit f1 := der(y1)
//|   explicit x2 := 0.0
//|   explicit y2 := P.scaled(k, x2)
//|   explicit der(y2) := P.scaled_der(k, x2, der(x2))
//|   explicit f2 := der(y2)
//| start x1 chosen
//| start x2 chosen
