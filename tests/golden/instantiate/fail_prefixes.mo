// run: check -m P.M
package P
  connector Tap
    input Real u = 1;
  end Tap;
  type Signal = input Real;
  block Hold
    parameter input Real u = 1;
    constant output Real v = 1;
    parameter Signal s = 1;
    Real y = u;
  end Hold;
  model M
    parameter Tap tap;
    Hold h;
  end M;
end P;
