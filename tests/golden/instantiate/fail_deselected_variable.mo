// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  model Base
    Real x = 1;
    Law law;
    Law other;
  end Base;
  model M "Only components of models, blocks and connectors are left out, and are not modified then (MLS 7.4)"
    // warning: `x`, which is left out, is no component of a model, block or connector [Deselection]
    //                 ^
    // error: `law` is left out and cannot be modified [Deselection]
    //                                   ^
    extends Base(break x, break law, law(f = 2));
  end M;
end P;
