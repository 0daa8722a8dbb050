// run: check -m P.M
package P
  package Parts
    constant Real open = 1;
  protected
    constant Real shut = 2;
    record Shim
      Real area = 1;
    end Shim;
  end Parts;
  model Core
    parameter Real flux = 1.5;
  end Core;
  model Brake
    Real torque = 2*load;
    parameter Integer n = 1;
  protected
    extends Core;
    parameter Real load = 3;
    replaceable Parts.Shim shim;
    function hidden
      input Real u;
      output Real y = 4*u;
    algorithm
    end hidden;
  end Brake;
  model Stronger
    extends Brake(load = 5);
  end Stronger;
  model M "What is protected is neither reached with a dot nor modified in a component (MLS 4.1, 7.1.2)"
    import P.Parts.shut;
    Brake b;
    Stronger modified(load = 4, redeclare Parts.Shim shim);
    Brake many[2](each flux = 4, n = {1, 2});
    Parts.Shim p;
    Real seen = b.load + b.flux + many[1].load;
    Real called = b.hidden(time);
    Real constants = P.Parts.shut + shut;
  end M;
end P;
