// run: dump --ir=flat -m P.M
package P
  type Vector = Real[2](each unit = "m");
  type Matrix = Vector[3];
  model M "The dimensions of the component stand before those of its type"
    Vector x = {1, 2};
    // warning: the two sides of this equation have different units: `y[1,1]` is in "m", `time` in "s" [UnitMismatch]
    //         ^
    Matrix y = fill(time, 3, 2);
    Vector z[1] = {{3, 4}};
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real x[1](unit = "m");
//|   Real x[2](unit = "m");
//|   Real y[1,1](unit = "m");
//|   Real y[1,2](unit = "m");
//|   Real y[2,1](unit = "m");
//|   Real y[2,2](unit = "m");
//|   Real y[3,1](unit = "m");
//|   Real y[3,2](unit = "m");
//|   Real z[1,1](unit = "m");
//|   Real z[1,2](unit = "m");
//| equation
//|   x[1] = 1.0;
//|   x[2] = 2.0;
//|   y[1,1] = time;
//|   y[1,2] = time;
//|   y[2,1] = time;
//|   y[2,2] = time;
//|   y[3,1] = time;
//|   y[3,2] = time;
//|   z[1,1] = 3.0;
//|   z[1,2] = 4.0;
//| end P.M;
