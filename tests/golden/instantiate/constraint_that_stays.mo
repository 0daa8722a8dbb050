// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  model M "The legal twin of fail_replaceable_constraint"
    replaceable model Friction = Law;
    model Alias = Law;
    replaceable model Damping = Law constrainedby Law;
    Friction friction;
    replaceable Law law constrainedby Alias;
  end M;
end P;
