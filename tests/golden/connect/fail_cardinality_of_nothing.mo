// run: check
model M
  // error: a connector, or a variable of one, is wanted here [ArgumentNotVariable]
  Integer n = cardinality({{}});
end M;
