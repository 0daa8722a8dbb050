// run: dump --ir=flat -m P.M
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Part
    Pin a, b;
  equation
    a.v - b.v = a.i;
    a.i + b.i = 0;
  end Part;
  model M "connect(part[1:n - 1].b, part[2:n].a)"
    Part part[3];
  equation
    connect(part[1:end - 1].b, part[2:3].a);
    part[1].a.v = 1;
    part[3].b.v = 0;
  end M;
end P;
