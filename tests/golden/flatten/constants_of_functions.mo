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
