// run: check
package P
  partial model Data
    parameter Real k = 1;
  end Data;
  model M
// error: `k` is a component of the class `P.Data`; without an instance only its constants can be used [NotAConstant]
    Real x = Data.k;
  end M;
end P;
