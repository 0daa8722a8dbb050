// run: check
model M
  // error: `cardinality` takes a connector [ArgumentNotVariable]
  //                      ^
  Integer n = cardinality({fill(1.0, 0)});
end M;
