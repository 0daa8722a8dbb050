// run: check
// Without an inner one, which class would the component have that is added (MLS 5.4)?
model TwoOuters
  record Wind
    Real v = 1;
  end Wind;
  record Storm
    Real v = 20;
  end Storm;
  model A
    // warning: no enclosing component declares `inner air`; a default `air` is added to the model (MLS 5.4) [MissingInner]
    //         ^
    outer Wind air;
    Real p = air.v;
  end A;
  model B
    // warning: no enclosing component declares `inner air`; a default `air` is added to the model (MLS 5.4) [MissingInner]
    //          ^
    // error: no component `air` can be added: the outer ones of that name are of two classes [MissingInner]
    //          ^
    outer Storm air;
    Real p = air.v;
  end B;
  A a;
  B b;
end TwoOuters;
