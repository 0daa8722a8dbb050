// run: check
model M
  Integer i;
equation
  // error: `der` takes a Real, found Integer [TypeMismatch]
  der(i) = 1;
end M;
