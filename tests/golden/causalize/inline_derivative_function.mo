// run: dump --ir=causal -m P.M
package P
  function turned "Its derivative is a function that is to be inlined at once, but there is no call of it before index reduction"
    input Real c;
    input Real s;
    input Real u[2];
    output Real y[2];
  algorithm
    y := {c*u[1] - s*u[2], s*u[1] + c*u[2]};
    annotation(derivative(noDerivative = c, noDerivative = s) = turned_der, InlineAfterIndexReduction = true);
  end turned;
  function turned_der
    input Real c;
    input Real s;
    input Real u[2];
    input Real du[2];
    output Real dy[2];
  algorithm
    dy := {c*du[1] - s*du[2], s*du[1] + c*du[2]};
    annotation(Inline = true);
  end turned_der;
  model M "Two given paths, turned by a constant angle: the loop of their speeds is linear"
    Real p[2], q[2], v[2];
    parameter Real c = 0.6, s = 0.8;
  equation
    p = {sin(time), cos(time)};
    p = turned(c, s, q);
    v = der(q);
  end M;
end P;
// expect:
//| causal model P.M
//| dummy der(q[1]), by 0.0 = cos(time) - (s*q[1] + c*q[2])
//| dummy der(q[2]), by 0.0 = sin(time) - (c*q[1] - s*q[2])
//| parameter c := 0.6
//| parameter s := 0.8
//| continuous
//|   explicit p[1] := sin(time)
//|   explicit p[2] := cos(time)
//|   linear
//|     tear q[1]
//|     tear q[2]
//|     residual 0.0 = sin(time) - (c*q[1] - s*q[2])
//|     residual 0.0 = cos(time) - (s*q[1] + c*q[2])
//|   linear
//|     tear der(q[1])
//|     tear der(q[2])
//|     residual 0.0 = cos(time) - (c*der(q[1]) - s*der(q[2]))
//|     residual 0.0 = -sin(time) - (s*der(q[1]) + c*der(q[2]))
//|   explicit v[1] := der(q[1])
//|   explicit v[2] := der(q[2])
//| event
//|   explicit p[1] := sin(time)
//|   explicit p[2] := cos(time)
//|   linear
//|     tear q[1]
//|     tear q[2]
//|     residual 0.0 = sin(time) - (c*q[1] - s*q[2])
//|     residual 0.0 = cos(time) - (s*q[1] + c*q[2])
//|   linear
//|     tear der(q[1])
//|     tear der(q[2])
//|     residual 0.0 = cos(time) - (c*der(q[1]) - s*der(q[2]))
//|     residual 0.0 = -sin(time) - (s*der(q[1]) + c*der(q[2]))
//|   explicit v[1] := der(q[1])
//|   explicit v[2] := der(q[2])
//| initial
//|   explicit p[1] := sin(time)
//|   explicit p[2] := cos(time)
//|   linear
//|     tear q[1]
//|     tear q[2]
//|     residual 0.0 = sin(time) - (c*q[1] - s*q[2])
//|     residual 0.0 = cos(time) - (s*q[1] + c*q[2])
//|   linear
//|     tear der(q[1])
//|     tear der(q[2])
//|     residual 0.0 = cos(time) - (c*der(q[1]) - s*der(q[2]))
//|     residual 0.0 = -sin(time) - (s*der(q[1]) + c*der(q[2]))
//|   explicit v[1] := der(q[1])
//|   explicit v[2] := der(q[2])
