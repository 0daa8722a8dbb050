// run: check -m P.M
package P
  model Probe
    Real u, v;
  equation
    u + v = 3;
  end Probe;
  model M
    // error: this adds an equation for `u` to a component that is balanced without it [ModelUnbalanced]
    //      ^
    Probe p(u = 1);
  end M;
end P;
