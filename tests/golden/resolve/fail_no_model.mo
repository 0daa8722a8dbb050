// run: check
// error-anywhere: the given files hold no model that could be simulated [NoModel]
package P
  connector Flange
    Real s;
    flow Real f;
  end Flange;
end P;
