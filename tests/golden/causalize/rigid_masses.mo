// run: dump --ir=causal
model Rigid "Two masses on one rod: s1 = s2 is differentiated twice, one position and one velocity stay states"
  parameter Real m1 = 1;
  parameter Real m2 = 2;
  Real s1(start = 0, fixed = true);
  Real v1(start = 0, fixed = true);
  Real s2;
  Real v2;
  Real f "in the rod";
equation
  der(s1) = v1;
  der(s2) = v2;
  m1*der(v1) = 6 - f;
  m2*der(v2) = f;
  s1 = s2 + 0.1;
end Rigid;
// expect:
//| causal model Rigid
//| state s1, derivative der(s1)
//| state v1, derivative der(v1)
//| dummy der(s2), by s1 = s2 + 0.1
//| dummy der(v2), by der(s1) = der(s2)
//| dummy der(der(s1)), by der(s1) = v1
//| dummy der(der(s2)), by der(s2) = v2
//| parameter m1 := 1.0
//| parameter m2 := 2.0
//| continuous
//|   explicit der(s1) := v1
//|   linear
//|     tear der(v2)
//|     f := m2*der(v2)
//|     der(der(s2)) := der(v2)
//|     der(der(s1)) := der(der(s2))
//|     der(v1) := der(der(s1))
//|     residual m1*der(v1) = 6.0 - f
//|   explicit s2 := s1 - 0.1
//|   explicit der(s2) := der(s1)
//|   explicit v2 := der(s2)
//| event
//|   explicit der(s1) := v1
//|   linear
//|     tear der(v2)
//|     f := m2*der(v2)
//|     der(der(s2)) := der(v2)
//|     der(der(s1)) := der(der(s2))
//|     der(v1) := der(der(s1))
//|     residual m1*der(v1) = 6.0 - f
//|   explicit s2 := s1 - 0.1
//|   explicit der(s2) := der(s1)
//|   explicit v2 := der(s2)
//| initial
//|   linear
//|     tear der(v2)
//|     f := m2*der(v2)
//|     der(der(s2)) := der(v2)
//|     der(der(s1)) := der(der(s2))
//|     der(v1) := der(der(s1))
//|     residual m1*der(v1) = 6.0 - f
//|   explicit s1 := 0.0
//|   explicit s2 := s1 - 0.1
//|   explicit v1 := 0.0
//|   explicit der(s1) := v1
//|   explicit der(s2) := der(s1)
//|   explicit v2 := der(s2)
//| start s1 fixed
//| start v1 fixed
