// run: check -m P.M
package P
  record Data
    parameter Real k = 1;
    parameter Integer n = 2;
  end Data;
  record Other
    parameter Real k = 5;
    parameter Real n = 2.5;
  end Other;
  model Base
    replaceable record Data = P.Data;
    Data data;
  end Base;
  model M
    // error: `Data` cannot be redeclared so: `n` is of type `Real`, in the constraining type it is of type `Integer` [RedeclareIncompatible]
    //           ^
    extends Base(redeclare record Data = Other);
  end M;
end P;
