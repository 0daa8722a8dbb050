// run: check
model M
  // error: `String` is a predefined type, and no element or literal can have its name [PredefinedName]
  //   ^
  Real String = 3;
  // error: `Integer` is a predefined type, and no element or literal can have its name [PredefinedName]
  //     ^
  record Integer
    Real value = 1;
  end Integer;
  function f
    // error: `Boolean` is a predefined type, and no element or literal can have its name [PredefinedName]
    //         ^
    input Real Boolean;
    output Real y = Boolean;
  algorithm
  end f;
  Real y = f(1);
end M;
