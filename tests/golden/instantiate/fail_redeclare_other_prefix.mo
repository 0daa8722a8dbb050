// run: check -m P.M
package P
  partial block Source
    output Real y;
    parameter Real offset = 0;
  end Source;
  block Sink
    input Real y = 1;
    parameter Real offset = 0;
  end Sink;
  block Drifting
    output Real y = offset;
    Real offset = time;
  end Drifting;
  model Base
    replaceable Source first;
    replaceable Source second;
  end Base;
  model M
    // error: `first` cannot be redeclared so: `y` is `input`, in the constraining type it is `output` [RedeclareIncompatible]
    //           ^
    extends Base(redeclare Sink first);
    // error: `second` cannot be redeclared so: `offset` is continuous, in the constraining type it is parameter [RedeclareIncompatible]
    //                 ^
    redeclare Drifting second;
  end M;
end P;
