// run: check
model M
  Real x = 1;
  annotation (Icon());
equation
  // error: a second annotation of the class 'M' [SyntaxError]
  //         ^
  annotation (experiment(StopTime = 2));
end M;
