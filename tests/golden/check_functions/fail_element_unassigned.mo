// run: check
model M "Elements and members that are read or returned without a value (MLS 12.4.4)"
  record R
    Real x;
    Real y;
  end R;
  function Element
    input Real u;
    output Real y;
  protected
    Real a[3];
  algorithm
    a[1] := u;
    a[3] := u;
    // error: `a[2]` is read here before anything is assigned to it [VariableUnassigned]
    y := sum(a);
  end Element;
  function Member
    input Real u;
    output Real y;
  protected
    R r;
  algorithm
    r.x := u;
    // error: `r.y` is read here before anything is assigned to it [VariableUnassigned]
    y := r.x + r.y;
  end Member;
  // error: the output `y[2,1]` of `M.PartOfOutput` gets no value [VariableUnassigned]
  //       ^
  function PartOfOutput
    input Real u;
    output Real y[2, 2];
  algorithm
    y[1, :] := {u, u};
    y[2, 2] := u;
  end PartOfOutput;
  function FirstTurn
    input Real u[:];
    output Real y;
  protected
    Real last;
  algorithm
    y := 0;
    for i in 1:size(u, 1) loop
      // error: `last` is read here before anything is assigned to it, in the first turn of the loop [VariableUnassigned]
      //              ^
      y := y + u[i] - last;
      last := u[i];
    end for;
  end FirstTurn;
  function FirstElement "With more turns than are written out"
    input Real u;
    output Real y[100];
  algorithm
    for i in 2:100 loop
      // error: `y` is read here before anything is assigned to it, in the first turn of the loop [VariableUnassigned]
      y[i] := y[i - 1] + u;
    end for;
  end FirstElement;
  function Declared
    input Real u;
    // error: `t` is read here before anything is assigned to it [VariableUnassigned]
    //              ^
    output Real y = t + u;
  protected
    Real t;
  algorithm
    t := u;
  end Declared;
  Real a, b, c[2, 2], d, e[100], f;
equation
  a = Element(time);
  b = Member(time);
  c = PartOfOutput(time);
  d = FirstTurn({time, 2});
  e = FirstElement(time);
  f = Declared(time);
end M;
