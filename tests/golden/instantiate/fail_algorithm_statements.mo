// run: check
package P
  constant Real gravity = 9.81;
  model M
    Real x;
  algorithm
    x := time;
    // error: `return` stands outside of a function (MLS 12.1.2) [StatementNotAllowedHere]
    return;
    // error: only variables of the model can be assigned [AssignmentTarget]
    gravity := x;
  end M;
end P;
