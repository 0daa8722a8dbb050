// run: check
package P
  connector Flange
    Real s;
    flow Real f;
  end Flange;
  model M
    Flange flange;
  equation
// error: `flange` of class `P.Flange` has no component `x` [UnknownMember]
    flange.x = 1;
  end M;
end P;
