// run: check
model M "Declarations of functions that need each other (MLS 12.4.4)"
  record R
    Real x = y + 1;
    Real y = 2*x;
  end R;
  function Three
    input Real u;
    output Real y;
  protected
    // error: the declarations of `M.Three` have no order: `a`, `b`, `c` need each other's values (MLS 12.4.4) [CyclicDefinition]
    //   ^
    Real a = b + u;
    Real b = c;
    Real c = 2*a;
  algorithm
    y := a;
  end Three;
  function Itself
    input Real u;
    output Real y;
  protected
    // error: the declarations of `M.Itself` have no order: `t` needs its own value (MLS 12.4.4) [CyclicDefinition]
    //   ^
    Real t = t + u;
  algorithm
    y := t;
  end Itself;
  function OfMembers
    input Real u;
    // error: the declarations of `M.OfMembers` have no order: `r.x`, `r.y` need each other's values (MLS 12.4.4) [CyclicDefinition]
    //       ^
    output R r;
  algorithm
    r.x := u;
  end OfMembers;
  function DefaultOfNothing
    // error: the default value of the input `u` needs `t`, which is no input [FunctionClass]
    //             ^
    input Real u = 2*t;
    output Real y;
  protected
    Real t;
  algorithm
    t := u;
    y := t;
  end DefaultOfNothing;
  Real a, b, c;
  R r;
equation
  a = Three(time);
  b = Itself(time);
  r = OfMembers(time);
  // error: input `u` of function `M.DefaultOfNothing` is not given, and its default needs `t`, which has no value [ArgumentMismatch]
  //  ^
  c = DefaultOfNothing();
end M;
