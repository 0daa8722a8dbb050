// run: check
model M "An algorithm determines all that it assigns, and nothing else does (MLS 11.1.2)"
  Real x;
  Real y = 1;
  Real z[2];
  function f
    input Real u;
    output Real a = u;
    output Real b = 2*u;
  algorithm
  end f;
algorithm
  x := 2;
  z[1] := 1;
algorithm
  z[2] := 1;
  if time > 0.5 then
    // error: two algorithm sections assign `x` [AssignedTwice]
    // error: `y` has a value in its declaration, and an algorithm assigns it [AssignedTwice]
    //  ^
    (x, y) := f(time);
  end if;
end M;
