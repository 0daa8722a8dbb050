// run: check -m P.M
package P
  model Base
    Real x = 1;
  end Base;
  model M "The legal twin of fail_break_in_component"
    extends Base(x = break);
  equation
    x = 2;
  end M;
end P;
