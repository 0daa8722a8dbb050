package IdealSwitches "Circuits of the library's ideal elements, without resistance when closed or conductance when open"
  import Modelica.Electrical.Analog.{Basic,Ideal,Sources};
  model HalfWave "A diode, a coil and a resistor"
    Sources.SineVoltage source(V = 10, f = 50);
    Ideal.IdealDiode diode(Ron = 0, Goff = 0, Vknee = 0);
    Basic.Inductor coil(L = 0.05, i(start = 0, fixed = true));
    Basic.Resistor load(R = 5);
    Basic.Ground ground;
  equation
    connect(source.p, diode.p);
    connect(diode.n, coil.p);
    connect(coil.n, load.p);
    connect(load.n, source.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 0.06, Interval = 2e-4, Tolerance = 1e-9));
  end HalfWave;

  model FullWave "Four diodes, a coil and a resistor"
    Sources.SineVoltage source(V = 10, f = 50);
    Ideal.IdealDiode diode[4](each Ron = 0, each Goff = 0, each Vknee = 0);
    Basic.Inductor coil(L = 0.05, i(start = 0, fixed = true));
    Basic.Resistor load(R = 5);
    Basic.Ground ground;
  equation
    connect(source.p, diode[1].p);
    connect(diode[1].n, coil.p);
    connect(source.n, diode[2].p);
    connect(diode[2].n, coil.p);
    connect(coil.n, load.p);
    connect(load.n, diode[3].p);
    connect(diode[3].n, source.p);
    connect(load.n, diode[4].p);
    connect(diode[4].n, source.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 0.06, Interval = 2e-4, Tolerance = 1e-9));
  end FullWave;

  model Buck "A switch and a freewheeling diode feed a coil"
    Sources.ConstantVoltage source(V = 12);
    Ideal.IdealClosingSwitch switch(Ron = 0, Goff = 0);
    Ideal.IdealDiode diode(Ron = 0, Goff = 0, Vknee = 0);
    Basic.Inductor coil(L = 1e-3, i(start = 0, fixed = true));
    Basic.Resistor load(R = 4);
    Basic.Ground ground;
    Modelica.Blocks.Sources.BooleanPulse pulse(period = 1e-4, width = 25);
  equation
    connect(pulse.y, switch.control);
    connect(source.p, switch.p);
    connect(switch.n, coil.p);
    connect(diode.n, coil.p);
    connect(diode.p, ground.p);
    connect(coil.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 2e-3, Interval = 1e-5, Tolerance = 1e-9));
  end Buck;
end IdealSwitches;
