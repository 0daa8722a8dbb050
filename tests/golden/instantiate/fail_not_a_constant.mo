// run: check
package P
  partial model Data
    parameter Real k = 1;
  end Data;
  model M
    // error: nothing can be named through `P.Data`, which is partial (MLS 5.3.2) [PartialClass]
    //            ^
    // error: `k` cannot be named through `P.Data`, which is a model, no package [LookInsideClass]
    //            ^
    // error: `k` is a component of the class `P.Data`; without an instance only its constants can be used [NotAConstant]
    //            ^
    Real x = Data.k;
  end M;
end P;
