// run: check
model M
// error: component `inside` is of class `M`, which contains it [RecursiveComponent]
  M inside;
end M;
