// run: check
package P
  partial model Base
    parameter Real mass = 1;
  end Base;
  model M
// error: `P.Base` has no element `mas` to modify [UnknownModifier]
    extends Base(mas = 2);
// error: `x` is of type Real and has no attribute `strat` [UnknownModifier]
    Real x(strat = 1) = mass;
  end M;
end P;
