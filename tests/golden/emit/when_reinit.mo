// run: dump --ir=program
model Ball "A relation with its two operands, a held Boolean with its left limit, an event action"
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5*pre(v));
  end when;
end Ball;
// expect:
//| program Ball
//|   state h in s3
//|   state v in s4
//|   derivative der(h) in s5
//|   derivative der(v) in s6
//|   relation c0 := h < 0  // state: h < 0.0
//| initial system
//|   explicit
//|     assign
//|       der(v) = -9.81
//|       h = 1
//|       v = 0
//|       der(h) = v
//|   relation c0
//|   explicit
//|     assign
//|       s7 = c0
//| event system
//|   explicit
//|     assign
//|       der(h) = v
//|       der(v) = -9.81
//|   relation c0
//|   explicit
//|     assign
//|       s7 = c0
//| continuous system
//|   explicit
//|     assign
//|       der(h) = v
//|       der(v) = -9.81
//|       d der(h) / d v = 1
//| actions
//|   s15 = not(pre($when[1]))
//|   s14 = s7 and s15
//|   s16 = not(initial())
//|   s13 = s14 and s16
//|   s17 = -0.5 * pre(v)
//|   when s13: v := s17
//| end Ball
