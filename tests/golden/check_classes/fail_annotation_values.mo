// run: check
model M
  // error: the annotation `Evaluate` is a Boolean [AnnotationValue]
  //                                            ^
  parameter Integer n = 2 annotation(Evaluate = "yes");
  // error: the annotation `HideResult` is a Boolean [AnnotationValue]
  //                                                ^
  Real v[n] = fill(f(1), n) annotation(HideResult = 1);
  function f
    input Real u;
    output Real y = u;
  algorithm
    // error: the annotation `Inline` is a Boolean [AnnotationValue]
    //                  ^
    annotation(Inline = 3);
  end f;
end M;
