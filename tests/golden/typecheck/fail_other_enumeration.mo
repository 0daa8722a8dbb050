// run: check -m P.M
package P
  type Kind = enumeration(one, two, three);
  type Order = enumeration(two, one, three);
  model M "The same literals in another order (MLS 6.7)"
    parameter Kind k = Kind.two;
    // error: cannot assign P.Kind to P.Order `o` [TypeMismatch]
    //                  ^
    parameter Order o = k;
  end M;
end P;
