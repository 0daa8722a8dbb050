// run: check
model M "Of the classes around it, a class sees constants only (MLS 5.3.1)"
  parameter Real p = 1;
  constant Real c = 2;
  function f
    input Real u;
    // error: `p` belongs to the enclosing class `M`, of which only constants can be used [EnclosingVariable]
    //                ^
    output Real y = c*p*u;
  end f;
  Real x = f(time);
end M;
