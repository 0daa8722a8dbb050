// run: check -m P.M
package P
  model Probe
    Real u, v;
  equation
    u + v = 3;
  end Probe;
  model M
    Probe p(u = 1);
  end M;
end P;
