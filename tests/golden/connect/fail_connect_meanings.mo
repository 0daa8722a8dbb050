// run: check -m P.M
package P
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
  model M
    A a;
    B b;
    C c;
    U u;
    V v;
  equation
    // error: cannot connect `a` with `b`: one of them is a constant, the other a parameter [ConnectIncompatible]
    connect(a, b);
    // error: cannot connect `a` with `c`: their quantities are "Voltage" and "Pressure" [ConnectIncompatible]
    connect(a, c);
    // error: cannot connect `u` with `v`: only one of them is declared `input` or `output` [ConnectIncompatible]
    connect(u, v);
  end M;
end P;
