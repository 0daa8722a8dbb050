package ArcSwitches "An inductive current that a switch interrupts: the arc carries it on, at V0"
  partial model Circuit
    parameter Real L = 2;
    parameter Real V0 = 30, Ron = 1e-5, Goff = 1e-5;
    Real i(start = 50, fixed = true);
    Real v;
    Boolean quenched(start = true, fixed = true);
  equation
    L*der(i) = -v;
  end Circuit;
  model Named "The switch opens by a variable that other equations decide"
    extends Circuit;
    Boolean off = time > 1;
  equation
    quenched = off and (abs(i) <= abs(v)*Goff or pre(quenched));
    if off then
      if quenched then
        i = Goff*v;
      else
        v = V0*sign(i);
      end if;
    else
      v = Ron*i;
    end if;
  end Named;
  model Direct "It opens by a relation"
    extends Circuit;
  equation
    quenched = time > 1 and (abs(i) <= abs(v)*Goff or pre(quenched));
    if time > 1 then
      if quenched then
        i = Goff*v;
      else
        v = V0*sign(i);
      end if;
    else
      v = Ron*i;
    end if;
  end Direct;
  model Remembered "It opens by what was before"
    extends Circuit;
    Boolean off(start = false, fixed = true);
  equation
    when time > 1 then
      off = true;
    end when;
    quenched = pre(off) and (abs(i) <= abs(v)*Goff or pre(quenched));
    if pre(off) then
      if quenched then
        i = Goff*v;
      else
        v = V0*sign(i);
      end if;
    else
      v = Ron*i;
    end if;
  end Remembered;
end ArcSwitches;
