// run: check
package P
  constant Real gravity = 9.81;
  function F
    input Real x;
    output Real y;
  algorithm
// error: only outputs and local variables of the function can be assigned [AssignmentTarget]
    gravity := x;
// error: a when-statement cannot stand in a function (MLS 12.2) [WhenInFunction]
    when x > 1 then
      y := x;
    end when;
  end F;
  model M
    Real x = F(time);
  end M;
end P;
