// run: dump --ir=causal -m P.M
package P
  function position "Its derivative is q[2], and that of this is q[3]"
    input Real q[3];
    input Real t;
    output Real s;
  algorithm
    s := q[1];
    annotation(derivative(noDerivative = q) = position_der, InlineAfterIndexReduction = true);
  end position;
  function position_der
    input Real q[3];
    input Real t;
    input Real dt;
    output Real v;
  algorithm
    v := q[2];
    annotation(derivative(noDerivative = q, order = 2) = position_der2, InlineAfterIndexReduction = true);
  end position_der;
  function position_der2
    input Real q[3];
    input Real t;
    input Real dt;
    input Real ddt;
    output Real a;
  algorithm
    a := q[3];
    annotation(InlineAfterIndexReduction = true);
  end position_der2;
  model M "No state is left: the motion is given"
    Real u[3] = {sin(time), cos(time), -sin(time)};
    Real s;
    Real v;
    Real f;
  equation
    s = position(u, time);
    v = der(s);
    f = der(v);
  end M;
end P;
// expect:
//| causal model P.M
//| dummy der(s), by s = u[1]
//| dummy der(v), by der(s) = u[2]
//| dummy der(u[1]), by u[1] = sin(time)
//| dummy der(u[2]), by u[2] = cos(time)
//| dummy der(der(s)), by v = der(s)
//| continuous
//|   explicit u[1] := sin(time)
//|   explicit u[2] := cos(time)
//|   explicit u[3] := -sin(time)
//|   explicit s := u[1]
//|   explicit der(u[1]) := cos(time)
//|   explicit der(s) := u[2]
//|   explicit v := der(s)
//|   explicit der(u[2]) := -sin(time)
//|   explicit der(der(s)) := u[3]
//|   explicit der(v) := der(der(s))
//|   explicit f := der(v)
//| event
//|   explicit u[1] := sin(time)
//|   explicit u[2] := cos(time)
//|   explicit u[3] := -sin(time)
//|   explicit s := u[1]
//|   explicit der(u[1]) := cos(time)
//|   explicit der(s) := u[2]
//|   explicit v := der(s)
//|   explicit der(u[2]) := -sin(time)
//|   explicit der(der(s)) := u[3]
//|   explicit der(v) := der(der(s))
//|   explicit f := der(v)
//| initial
//|   explicit u[1] := sin(time)
//|   explicit u[2] := cos(time)
//|   explicit u[3] := -sin(time)
//|   explicit s := u[1]
//|   explicit der(u[1]) := cos(time)
//|   explicit der(s) := u[2]
//|   explicit v := der(s)
//|   explicit der(u[2]) := -sin(time)
//|   explicit der(der(s)) := u[3]
//|   explicit der(v) := der(der(s))
//|   explicit f := der(v)
