// run: dump --ir=flat -m P.M
package P "Enumerations of the same literals in the same order are one type (MLS 6.7)"
  type Kind = enumeration(one, two, three);
  package Other
    type Kind = enumeration(one "1", two, three);
  end Other;
  model Part
    parameter Other.Kind k = Other.Kind.one;
    Real y = if k == Other.Kind.two then 2 else 0;
    Real z[Other.Kind] = {1, 2, 3};
  end Part;
  model M
    parameter Kind k = Kind.two;
    Part p(k = k);
    Real w = p.z[k];
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| type P.Kind = enumeration(one, two, three);
//| model P.M
//|   parameter P.Kind k = P.Kind.two;
//|   parameter P.Kind p.k = k;
//|   Real p.y;
//|   Real p.z[1];
//|   Real p.z[2];
//|   Real p.z[3];
//|   Real w;
//| equation
//|   p.y = if p.k == P.Kind.two then 2 else 0;
//|   p.z[1] = 1.0;
//|   p.z[2] = 2.0;
//|   p.z[3] = 3.0;
//|   w = p.z[2];
//| end P.M;
