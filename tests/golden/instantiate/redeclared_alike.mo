// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  block Linear
    Real f = 2;
  end Linear;
  partial function two
    input Real a;
    input Real b;
    output Real y;
  end two;
  function longer
    input Real a;
    input Real b;
    input Real c = 1;
    output Real y = a - b*c;
  end longer;
  model Body
    replaceable Real x = 1;
    replaceable model Friction = Law;
    replaceable function f = two;
    replaceable input Real u = 1;
    Friction friction;
  end Body;
  model Extended
    extends Body;
    redeclare Real x = 2;
    redeclare model extends Friction
    end Friction;
  end Extended;
  model M "The legal twin of fail_redeclared_otherwise"
    Body second(redeclare model Friction = Linear, redeclare function f = longer);
    Body third(redeclare Real x(start = 1) = 2, redeclare input Real u = 1);
    Extended extended;
  end M;
end P;
