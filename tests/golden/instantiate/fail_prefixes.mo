// run: check -m P.M
package P
  connector Tap
    input Real u = 1;
  end Tap;
  type Signal = input Real;
  block Hold
    // error: `u` cannot be both `parameter` and `input` [PrefixConflict]
    //                   ^
    parameter input Real u = 1;
    // error: `v` cannot be both `constant` and `output` [PrefixConflict]
    //                   ^
    constant output Real v = 1;
    // error: `s` cannot be both `parameter` and `input` [PrefixConflict]
    //               ^
    parameter Signal s = 1;
    Real y = u;
  end Hold;
  model M
    // error: the connector `tap` cannot be a parameter [ConnectorPrefix]
    //            ^
    parameter Tap tap;
    Hold h;
  end M;
end P;
