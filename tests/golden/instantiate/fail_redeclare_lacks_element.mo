// run: check -m P.M
package P
  partial model Law "What a friction law has"
    parameter Real mu = 0.3;
    Real force;
  end Law;
  model Coulomb
    extends Law;
  equation
    force = mu;
  end Coulomb;
  model Viscous "No parameter mu"
    parameter Real d = 1;
    Real force = d;
  end Viscous;
  model Brake
    replaceable Coulomb law constrainedby Law;
  end Brake;
  model M
    // error: `law` cannot be redeclared so: `P.Viscous` has no public component `mu`, which the constraining type `P.Law` has [RedeclareIncompatible]
    //          ^
    Brake brake(redeclare Viscous law);
  end M;
end P;
