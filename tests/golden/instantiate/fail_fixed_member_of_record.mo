// run: check -m P.M
package P
  class Hidden
    Real y = 1;
  protected
    // error: a record cannot have the protected element `x` [ClassContents]
    //   ^
    Real x = 1;
  end Hidden;
  record Open
    extends Hidden;
  end Open;
  record Gear
    Real ratio;
    final constant Real teeth = 20;
  end Gear;
  model M "A constructor takes no value of a final member, and a record hides none (MLS 4.6, 12.6)"
    // error: `teeth` of the record `P.Gear` is final or a constant, and the constructor takes no value for it (MLS 12.6) [ArgumentMismatch]
    //                  ^
    Gear gear = Gear(2, teeth = 30);
    Open open;
  end M;
end P;
