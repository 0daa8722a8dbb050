// run: check
package P
  function F
    input Real x;
    output Real y;
// error: an external function (`F`) is not supported yet [NotYetSupported]
  external "C" y = f(x);
  end F;
  model M
    Real x = F(time);
  end M;
end P;
