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
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.triple
//|   input Real u;
//|   output Real y;
//| algorithm
//|   y := 3.0*u;
//| end P.triple;
//| model P.M
//|   parameter Real holder.kind.scale = 4.0;
//|   Real holder.kind.y;
//|   parameter Real holder.kind.factor = 3.0;
//|   parameter Real holder.part.scale = 5.0;
//|   Real holder.part.y;
//|   parameter Real holder.part.factor = 6.0;
//|   Real holder.z;
//| equation
//|   holder.kind.y = holder.kind.scale*time^holder.kind.factor;
//|   holder.part.y = holder.part.scale*time^holder.part.factor;
//|   holder.z = P.triple(time);
//| end P.M;
