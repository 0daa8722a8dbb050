// run: check
package P
  function F
    input Real u;
    output Real y = u;
  algorithm
  end F;
  model M
    constant Real c = 1;
    parameter Real p = 1;
    Real x(start = 0, fixed = true);
  initial algorithm
    // error: a when-statement stands in an initial algorithm (MLS 11.2.7.1) [StatementNotAllowedHere]
    when time > 1 then
      x := 1;
    end when;
  initial algorithm
    // error: `p` is a parameter: an algorithm cannot assign it [AssignmentTarget]
    p := 2;
  equation
    der(x) = 1;
  algorithm
    // error: `c` is a constant: an algorithm cannot assign it [AssignmentTarget]
    c := 2;
  algorithm
    F(x);
  end M;
end P;
