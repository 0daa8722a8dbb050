model EachMissing
  model Part
    parameter Real k = 1;
    Real x = k;
  end Part;
  Part p[3](k=2);
end EachMissing;
