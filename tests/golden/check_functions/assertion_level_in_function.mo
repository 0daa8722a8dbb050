// run: check
model M "An assertion of level warning does not stop a function, at run time or at translation (MLS 8.3.7)"
  function F
    input Real u;
    output Real y;
  algorithm
    if u > 0 then
      // warning: an assertion of level warning in a function is not checked [NotYetSupported]
      assert(u > 5, "too small", AssertionLevel.warning);
    end if;
    assert(u < 10, "too large", AssertionLevel.error);
    y := u + 1;
  end F;
  parameter Integer n = integer(F(1));
  Real x[n] = {F(time), 2};
end M;
