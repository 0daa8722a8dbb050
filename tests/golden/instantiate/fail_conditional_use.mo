// run: check -m P.M
package P
  model Rod
    parameter Boolean has_tip = true;
    Real length = 1;
    Real tip = 2 if has_tip;
  end Rod;
  model M "A component with a condition is modified and connected, and nothing else (MLS 4.4.5)"
    Real cut = 0.5 if true;
    // error: `cut` has a condition, and can only be modified and connected [ConditionalUse]
    //                 ^
    Rod rod(length = 2*cut);
  equation
    // error: `tip` has a condition, and can only be modified and connected [ConditionalUse]
    //         ^
    assert(rod.tip > 1, "tip");
  end M;
end P;
