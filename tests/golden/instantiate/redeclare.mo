// run: dump --ir=flat -m P.M
package P
  model Base
    parameter Real scale = 1;
    Real y;
  end Base;
  model Line
    extends Base(y = scale*time);
  end Line;
  model Square
    extends Base(y = scale*time^factor);
    parameter Real factor = 2;
  end Square;
  function double
    input Real u;
    output Real y = 2*u;
  algorithm
  end double;
  function triple
    input Real u;
    output Real y = 3*u;
  algorithm
  end triple;
  model Holder
    replaceable model Kind = Line constrainedby Base;
    replaceable function f = double;
    Kind kind(scale = 4);
    replaceable Line part constrainedby Base(scale = 5);
    Real z = f(time);
  end Holder;
  model M "A class, a component and a function redeclared"
    Holder holder(redeclare model Kind = Square(factor = 3), redeclare Square part(factor = 6), redeclare function f = triple);
  end M;
end P;
