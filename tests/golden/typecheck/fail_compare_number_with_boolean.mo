// run: check
model M
  // error: cannot compare Integer with Boolean [TypeMismatch]
  Boolean b = 1 > true;
  // error: `and` takes Booleans, found Integer [TypeMismatch]
  Boolean c = 1 and true;
end M;
