// run: dump --ir=causal -m P.M
// exit: 1
package P
  function cosine "Of an angle given by its cosine c and sine s, and its speed w"
    input Real c, s, w;
    output Real y = c;
  algorithm
    annotation(derivative(noDerivative = c, noDerivative = s, noDerivative = w) = cosine_der);
  end cosine;
  function cosine_der
    input Real c, s, w;
    output Real der_y = -s*w;
  algorithm
  end cosine_der;
  model M "Two positions that one angle prescribes, and the angle after them: der(c) is needed, the annotation leaves it out"
    Real y1, y2, c, s, w, v1, v2;
    Real phi(start = 0, fixed = true);
  equation
    // error: equation constrains states and must be differentiated, but has no time derivative [NotDifferentiable]
    y1 = cosine(c, s, w);
    y2 = 2*cosine(c, s, w);
    v1 = der(y1);
    v2 = der(y2);
    der(phi) = 2;
    c = cos(phi);
    s = sin(phi);
    w = der(phi);
  end M;
end P;
