// run: check
package P
  type E = enumeration(a, b);
  model M
    E e = if time > 1 then E.a else E.b;
    Real x = time;
    Integer n = if x > 1 then 1 else 2;
    Boolean b;
  equation
    // error: `d` is no format for a Real (MLS 3.7.1) [TypeMismatch]
    //            ^
    assert(x < 1, String(x, format = "d"));
    // error: `5.2z` is no format for an Integer (MLS 3.7.1) [TypeMismatch]
    //            ^
    assert(x < 1, String(n, format = "5.2z"));
    // error: only numbers take a format [TypeMismatch]
    //                               ^
    assert(x < 1, String(e, format = "d"));
    b = false;
  end M;
end P;
