// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  model Linear
    Real f = 2;
  end Linear;
  record Values
    Real f = 1;
  end Values;
  partial function two
    input Real a;
    input Real b;
    output Real y;
  end two;
  function swapped
    input Real b;
    input Real a;
    output Real y = a - b;
  end swapped;
  model Body
    replaceable Real x = 1;
    replaceable model Friction = Law;
    replaceable model Damping = Law;
    replaceable model Spring = Law;
    replaceable function f = two;
    replaceable input Real u = 1;
    Friction friction;
    Damping damping;
  end Body;
  model Extended
    extends Body(x = 3);
    redeclare Real x = 2;
    redeclare record extends Spring
    end Spring;
  end Extended;
  model M "A redeclaration is of the same sort, and in one place (MLS 6.4, 6.6, 7.2.4, 7.3)"
    Body first(redeclare type x = Integer, redeclare Law Damping);
    Body second(redeclare model Friction = Values, redeclare function f = swapped);
    Body third(redeclare Real x = 2, x(start = 1), redeclare output Real u = 1);
    Extended extended;
  end M;
end P;
