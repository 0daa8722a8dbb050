// run: dump --ir=causal -m P.M
package P
  function cosine "Of an angle given by its cosine c and sine s, and its speed w"
    input Real c, s, w;
    output Real y = c;
  algorithm
    annotation(derivative(noDerivative = c, noDerivative = s, noDerivative = w) = cosine_der, InlineAfterIndexReduction = true);
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
// expect:
//| causal model P.M
//| state phi, derivative der(phi)
//| dummy der(y1), by c = cos(phi)
//| dummy der(y2), by y1 = c
//| dummy der(c), by y2 = 2.0*c
//| continuous
//|   explicit der(phi) := 2.0
//|   explicit c := cos(phi)
//|   explicit y1 := c
//|   explicit y2 := 2.0*c
//|   explicit s := sin(phi)
//|   explicit w := der(phi)
//|   explicit der(y2) := s*w*(-2.0)
//|   explicit v2 := der(y2)
//|   explicit der(c) := -der(phi)*sin(phi)
//|   explicit der(y1) := der(c)
//|   explicit v1 := der(y1)
//| event
//|   explicit der(phi) := 2.0
//|   explicit c := cos(phi)
//|   explicit y1 := c
//|   explicit y2 := 2.0*c
//|   explicit s := sin(phi)
//|   explicit w := der(phi)
//|   explicit der(y2) := s*w*(-2.0)
//|   explicit v2 := der(y2)
//|   explicit der(c) := -der(phi)*sin(phi)
//|   explicit der(y1) := der(c)
//|   explicit v1 := der(y1)
//| initial
//|   explicit der(phi) := 2.0
//|   explicit w := der(phi)
//|   explicit phi := 0.0
//|   explicit c := cos(phi)
//|   explicit y1 := c
//|   explicit y2 := 2.0*c
//|   explicit s := sin(phi)
//|   explicit der(y2) := s*w*(-2.0)
//|   explicit v2 := der(y2)
//|   explicit der(c) := -der(phi)*sin(phi)
//|   explicit der(y1) := der(c)
//|   explicit v1 := der(y1)
//| start phi fixed
