// run: check
package P
  partial model Base
    record Data
      parameter Real k = 1;
    end Data;
    Data data;
  end Base;
  model M
    record Other
      parameter Real k = 5;
    end Other;
// error: class `Data` is not replaceable [NotReplaceable]
    extends Base(redeclare record Data = Other);
  end M;
end P;
