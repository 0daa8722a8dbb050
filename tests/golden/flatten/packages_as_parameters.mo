// run: dump --ir=flat -m P.M
package P
  package Water
    constant Real rho = 1000;
    constant Integer n = 2;
  end Water;
  package Air
    constant Real rho = 1.2;
    constant Integer n = 1;
  end Air;
  model Tank
    replaceable package Medium = Water;
    Real x[Medium.n] = fill(Medium.rho, Medium.n);
  end Tank;
  model M
    Tank one;
    Tank two(redeclare package Medium = Air);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real one.x[1];
//|   Real one.x[2];
//|   Real two.x[1];
//| equation
//|   one.x[1] = 1000.0;
//|   one.x[2] = 1000.0;
//|   two.x[1] = 1.2;
//| end P.M;
