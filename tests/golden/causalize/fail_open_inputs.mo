// run: check -m M
block Filter "Inputs that are connected among themselves only, and an array of them"
  // error: nothing is connected to the input `a.u`, and no equation gives it a value: model `M` has 4 equations but 8 unknowns [InputNotConnected]
  //     ^
  // error: nothing is connected to the input `row[2].u`, and no equation gives it a value [InputNotConnected]
  //     ^
  Number u;
  output Real y;
equation
  der(y) = u - y;
end Filter;
connector Signal = input Boolean;
connector Number = input Real;
model Switch
  // error: nothing is connected to the input `switch.on`, and no equation gives it a value [InputNotConnected]
  //     ^
  Signal on;
  Real y = if on then 1 else 0;
end Switch;
model M
  Filter a;
  Filter row[2];
  Switch switch;
  // error: model `M` has 4 equations but 5 unknowns [ModelUnbalanced]
  //   ^
  // error: no equation determines `z` [VariableUndetermined]
  //   ^
  Real z;
equation
  row[1].u = a.y;
end M;
