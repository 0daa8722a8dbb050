// run: check
model M
  parameter Integer n = 2 annotation(Evaluate = "yes");
  Real v[n] = fill(f(1), n) annotation(HideResult = 1);
  function f
    input Real u;
    output Real y = u;
  algorithm
    annotation(Inline = 3);
  end f;
end M;
