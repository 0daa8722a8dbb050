// run: check
package P
  type Length = Real(unit = "m");
  model M
// error: `Length` is a class, not a value [ClassAsValue]
    Real x = 2*Length;
  end M;
end P;
