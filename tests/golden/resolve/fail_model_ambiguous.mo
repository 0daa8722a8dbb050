// run: dump --ir=flat
// error-anywhere: the given files hold 2 models: `P.A`, `P.B` [ModelAmbiguous]
package P
  model A
  end A;
  model B
  end B;
end P;
