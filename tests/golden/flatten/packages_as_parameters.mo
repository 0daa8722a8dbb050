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
