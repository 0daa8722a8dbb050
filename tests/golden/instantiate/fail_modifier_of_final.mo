// run: check
package P
  partial model Base
    final parameter Real k = 2;
    Real x = k*time;
  end Base;
  model M
// error: `k` is final and must not be modified [ModifierOfFinal]
    extends Base(k = 3);
  end M;
end P;
