// run: check
model M "Nothing to tell: each variable has a value where it is read, or a loop or the size decides"
  function F
    input Real u[:];
    input Integer mode;
    output Real y;
    output Real largest;
    output Integer n = 0;
  protected
    Real a, b, last, table[2], none[0];
    Integer size_only[3];
  algorithm
    if mode == 1 then
      a := 1;
      b := 2;
    elseif mode == 2 then
      (a, b) := G(u[1]);
    else
      assert(false, "no such mode");
    end if;
    for i in 1:size(u, 1) loop
      if i > 1 then
        largest := max(last, u[i]);
      else
        largest := u[i];
      end if;
      last := u[i];
    end for;
    table[1] := a;
    table[2] := b;
    n := n + size(size_only, 1);
    y := sum(table) + sum(none);
    if mode > 1 then
      y := y + 1;
      return;
    end if;
  end F;
  function G
    input Real u;
    output Real a;
    output Real b;
  algorithm
    if u > 0 then
      a := u;
      b := 1;
      return;
    end if;
    a := -u;
    b := 2;
  end G;
  function Ends "No element, nothing to assign"
    input Integer n;
    output Real x[n];
  algorithm
    if n >= 1 then
      x[1] := 0;
    end if;
    if n >= 2 then
      x[n] := 1;
    end if;
  end Ends;
  Real y, z, x[2];
equation
  (y, z) = F({time, 1 - time}, 2);
  x = Ends(2);
end M;
