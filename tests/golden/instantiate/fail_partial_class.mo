// run: check
package P
  partial model Friction
    Real f;
  end Friction;
  model M
// error: `P.Friction` is partial and cannot be the class of the component `friction` [PartialClass]
    Friction friction;
  end M;
end P;
