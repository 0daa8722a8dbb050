// run: check -m P.M
package P
  impure function tick
    input Real u;
    output Real y;
  algorithm
    y := u;
  end tick;
  function twice
    input Real u;
    output Real y;
  algorithm
    // warning: `P.tick` is impure and is called in `P.twice`, which is not declared so [ImpureCall]
    //   ^
    y := tick(u);
  end twice;
  model M
    parameter Real p = tick(1);
    // error: `P.tick` is impure and is called outside of when-clauses, initial sections and values of parameters [ImpureCall]
    //       ^
    Real x = tick(time);
    Real y = pure(tick(time));
    Real z;
  algorithm
    if time > 1 then
      // error: `P.tick` is impure and is called outside of when-clauses, initial sections and values of parameters [ImpureCall]
      //   ^
      z := tick(time);
    end if;
    when time > 2 then
      z := tick(time) + twice(time);
    end when;
  end M;
end P;
