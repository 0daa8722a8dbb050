within LanguageTour;
model PhasorCircuit "A series circuit in steady state, and a pointer that turns, by the operators of Phasor"
  operator record Voltage = Phasor(re(unit = "V"), im(unit = "V")) "the same type with units";
  parameter Real w = 2 "angular frequency";
  parameter Real R = 1, L = 0.5, C = 0.2;
  Voltage u = Phasor(Polar(length = 3, angle = 0));
  Phasor i "solved for";
  Phasor z[3] = {Phasor(R), Phasor(0, w*L), 1/Phasor(im = w*C, re = 0)} "impedances";
  Voltage drop[3] = z*i "element by element";
  Voltage rest = u - sum(drop) "0, by Kirchhoff's law";
  Phasor pointer(re(start = 1, fixed = true), im(start = 0, fixed = true));
  Phasor turned[2] = {{Phasor(0, 1), Phasor(0)}, {Phasor(1), -Phasor(0, 1)}}*{pointer, i};
  Boolean isOff = u == Phasor(0);
equation
  sum(z)*i = u;
  Phasor(der(pointer.re), der(pointer.im)) = Phasor(0, w)*pointer;
  annotation(experiment(StopTime = 3, Interval = 0.01, Tolerance = 1e-9));
end PhasorCircuit;
