// run: dump --ir=program -m P.M
package P
  function scale
    input Real factor;
    input Real v[2];
    output Real w[2];
  external "C" scale(factor, v, 2, w, "all");
  end scale;
  model M
    Real w[2] = scale(2, {time, 1});
  end M;
end P;
// expect:
//| program P.M
//|   algebraic w[1] in s3
//|   algebraic w[2] in s4
//| initial system
//|   explicit
//|     assign
//|       s8, s9 = P.scale(2, time, 1)
//|       w[1] = s8
//|       w[2] = s9
//| event system
//|   explicit
//|     assign
//|       s10, s11 = P.scale(2, time, 1)
//|       w[1] = s10
//|       w[2] = s11
//| continuous system
//|   explicit
//|     assign
//|       s12, s13 = P.scale(2, time, 1)
//|       w[1] = s12
//|       w[2] = s13
//| function P.scale: 3 inputs, 2 outputs, 6 locals
//|   external 0: scale(l0, l1[2], l5, l3[2] out, "all")
//|   0: external 0
//|   1: return
//| end P.M
