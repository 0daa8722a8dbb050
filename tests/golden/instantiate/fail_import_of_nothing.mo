// run: check -m P.M
package P "An imported name exists (MLS 13.2.1)"
  package Kit
    constant Real mu = 0.3;
  end Kit;
  model M
    // error: there is no `P.Kit.nu` that could be imported (MLS 13.2.1) [UnknownName]
    //     ^
    import P.Kit.nu;
    // error: there is no `P.Kit.Gas` that could be imported (MLS 13.2.1) [ClassNotFound]
    //         ^
    import Q = P.Kit.Gas;
    // error: there is no `P.Kit.rho` that could be imported (MLS 13.2.1) [UnknownName]
    //     ^
    import P.Kit.{mu, rho};
    Real y = nu*mu*rho;
    Q q;
  end M;
end P;
