// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  model M "What constrains an element is not replaceable itself, also through a short class (MLS 7.1.4)"
    replaceable model Friction = Law;
    model Alias = Friction;
    replaceable model Damping = Law constrainedby Friction;
    replaceable Friction friction;
    replaceable Law law constrainedby Alias;
  end M;
end P;
