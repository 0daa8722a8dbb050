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
    // error: `Shim` is protected in `P.Parts` and cannot be reached with a dot [ProtectedAccess]
    //                ^
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
    // error: `shut` is protected in `P.Parts` and cannot be reached with a dot [ProtectedAccess]
    //             ^
    import P.Parts.shut;
    Brake b;
    // error: `load` is a protected element of `P.Stronger`, which a component cannot modify [ProtectedAccess]
    //                ^
    // error: `shim` is a protected element of `P.Stronger`, which a component cannot modify [ProtectedAccess]
    //                                               ^
    // error: `Shim` is protected in `P.Parts` and cannot be reached with a dot [ProtectedAccess]
    //                                          ^
    Stronger modified(load = 4, redeclare Parts.Shim shim);
    // error: `flux` is a protected element of `P.Brake`, which a component cannot modify [ProtectedAccess]
    //                 ^
    Brake many[2](each flux = 4, n = {1, 2});
    // error: `Shim` is protected in `P.Parts` and cannot be reached with a dot [ProtectedAccess]
    //    ^
    Parts.Shim p;
    // error: `load` is protected in `P.Brake` and cannot be reached with a dot [ProtectedAccess]
    //            ^
    // error: `flux` is protected in `P.Brake` and cannot be reached with a dot [ProtectedAccess]
    //                     ^
    // error: `load` is protected in `P.Brake` and cannot be reached with a dot [ProtectedAccess]
    //                                    ^
    Real seen = b.load + b.flux + many[1].load;
    // error: `hidden` is protected in `P.Brake` and cannot be reached with a dot [ProtectedAccess]
    //              ^
    Real called = b.hidden(time);
    // error: `shut` is protected in `P.Parts` and cannot be reached with a dot [ProtectedAccess]
    //                       ^
    Real constants = P.Parts.shut + shut;
  end M;
end P;
