// run: check -m P.M
package P
  connector Rail
    Real v[3];
    flow Real i[2];
  end Rail;
  block Scale
    input Real u;
    output Real y = 2*u;
  end Scale;
  model M
    // error: the connector `r` has 2 flow variables and 3 potentials: as many of both are needed [ConnectorUnbalanced]
    //   ^
    Rail r(v = {1, 2, 3});
    // warning: the component `s` is declared without a value for its input `u` [InputNotConnected]
    //    ^
    Scale s;
    Real x = 1;
    // error: `cardinality` takes a connector, and `x` is none [ArgumentNotVariable]
    //                      ^
    Integer k = cardinality(x);
    // error: `start` of the array `z` gets one value for all elements [ModifierSizeMismatch]
    //                ^
    Real z[2](start = 1, each fixed = true);
  equation
    s.u = 3;
    der(z) = {1, 1};
    when time > 0.5 then
      // error: connect stands in a when-equation or an initial equation [ConnectPlace]
      connect(r, r);
    end when;
  end M;
end P;
