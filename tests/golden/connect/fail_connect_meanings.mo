// run: check -m P.M
package P
  connector In = input Real;
  connector Out = output Real;
  connector A
    constant Integer m = 2;
    Real v(quantity = "Voltage");
    flow Real i;
  end A;
  connector B
    parameter Integer m = 2;
    Real v;
    flow Real i;
  end B;
  connector C
    constant Integer m = 2;
    Real v(quantity = "Pressure");
    flow Real i;
  end C;
  connector S
    output Real s;
  end S;
  connector T
    Real s;
    flow Real f;
  end T;
  connector U
    output Real s;
    flow Real f;
    Real p;
  end U;
  connector V
    Real s;
    flow Real f;
    input Real p;
  end V;
  block Source
    Out y = 1;
  end Source;
  model Half
    In first, second, third;
    Source source;
  equation
    connect(first, second);
    connect(third, source.y);
  end Half;
  model M
    A a;
    B b;
    C c;
    U u;
    V v;
    Half half(first = 1);
  equation
    connect(a, b);
    connect(a, c);
    connect(u, v);
  end M;
end P;
