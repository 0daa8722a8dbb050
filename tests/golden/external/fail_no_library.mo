// run: check -m P.M
package P
  function F
    input Real x;
    output Real y;
  // note: C code of the model is compiled and runs with your rights: `P.F` [ExternalCode]
  // error: the C code of `P.F` does not compile: undefined reference to `stiction_no_such_function' [ExternalCompilation]
  external "C" y = stiction_no_such_function(x);
  end F;
  model M
    Real x = F(time);
  end M;
end P;
