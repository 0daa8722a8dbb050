// run: check
model M "What is read or returned without a value (MLS 12.4.4)"
  function ReadsBefore
    input Real u;
    output Real y;
  protected
    Real t;
  algorithm
    // error: `t` is read here before anything is assigned to it [VariableUnassigned]
    y := u + t;
    t := 2*u;
  end ReadsBefore;
  function GivesOneOfTwo
    input Real u;
    output Real y;
    // error: the output `z` of `M.GivesOneOfTwo` gets no value [VariableUnassigned]
    output Real z;
  algorithm
    y := u;
  end GivesOneOfTwo;
  function OnOneBranch
    input Real u;
    // warning: `M.OnOneBranch` can return before the output `y` is assigned [VariableUnassigned]
    output Real y;
  protected
    Real t;
  algorithm
    if u > 0 then
      t := u;
    end if;
    if u > 1 then
      return;
    end if;
    // warning: `t` is read here, and some branches before assign nothing to it [VariableUnassigned]
    y := t;
  end OnOneBranch;
  Real a, b, c, d;
equation
  a = ReadsBefore(time);
  (b, c) = GivesOneOfTwo(time);
  d = OnOneBranch(time);
end M;
