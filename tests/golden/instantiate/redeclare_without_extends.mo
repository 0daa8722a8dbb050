// run: dump --ir=flat -m P.M
package P
  partial model Law
    parameter Real mu = 0.3;
    Integer mode;
    Real force;
  protected
    Real inside;
  end Law;
  model Table "Has what Law has, without being derived from it, and more"
    constant Real mu = 0.4;
    discrete Integer mode = 1;
    Real force = mu + extra;
    parameter Real extra = 2;
  end Table;
  model Brake
    replaceable Law law;
  end Brake;
  model M
    Brake brake(redeclare Table law(extra = 3));
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   constant Real brake.law.mu = 0.4;
//|   Integer brake.law.mode;
//|   Real brake.law.force;
//|   parameter Real brake.law.extra = 3.0;
//| equation
//|   brake.law.mode = 1;
//|   brake.law.force = 0.4 + brake.law.extra;
//| end P.M;
