// run: dump --ir=flat -m P.M
package P
  function factorial
    input Integer n;
    output Integer f;
  algorithm
    f := if n < 2 then 1 else n*factorial(n - 1);
  end factorial;
  constant Integer six = factorial(3);
  constant Real pi = 2*asin(1.0);
  constant Real squares[3] = {i^2 for i in 1:3};
  model M "Constants that call functions are numbers"
    Real x[six];
    Real y = pi*squares[2];
  equation
    for i in 1:six loop
      x[i] = i*time;
    end for;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real x[1];
//|   Real x[2];
//|   Real x[3];
//|   Real x[4];
//|   Real x[5];
//|   Real x[6];
//|   Real y;
//| equation
//|   y = 12.566370614359172;
//|   x[1] = time;
//|   x[2] = 2.0*time;
//|   x[3] = 3.0*time;
//|   x[4] = 4.0*time;
//|   x[5] = 5.0*time;
//|   x[6] = 6.0*time;
//| end P.M;
