// run: check
package P
  partial model Part
    parameter Real k = 1;
  end Part;
  model M
    record Gain
      parameter Real k = 1;
    end Gain;
    // error: the modifier of a component array needs one value for each element [ModifierSizeMismatch]
    //           ^
    Gain part[3](k = 2);
    // error: the modifier has 2 elements, the component array has 3 [ModifierSizeMismatch]
    //            ^
    Gain other[3](k = {1, 2});
  end M;
end P;
