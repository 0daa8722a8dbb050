model MemberMisspelt
  model Part
    Real speed = 1;
  end Part;
  Part p;
  Real x = p.sped;
end MemberMisspelt;
