// run: check -m Water.Properties
// `class extends` of a class that its package inherits, as a model of its own (MLS 7.3.1).
package Medium
  replaceable partial model Properties
    Real p;
    Real h;
  equation
    p = 2;
  end Properties;
end Medium;
package Water
  extends Medium;
  redeclare model extends Properties
    Real rho = p + h;
  equation
    h = time;
  end Properties;
end Water;
