// run: check -m P.M
package P
  model Wheel
    parameter Real radius = 0.3;
  end Wheel;
  connector Port
    Integer pressure = 2;
    flow Integer rate;
  end Port;
  connector Duct
    output Real a;
  end Duct;
  connector DuctIn = input Duct;
  connector Inner
    flow Real q;
  end Inner;
  connector Outer
    Real p = 1;
    flow Inner i;
  end Outer;
  connector Plain
    Real v = 1;
    flow Real i;
  end Plain;
  record Holder
    Wheel w;
  end Holder;
  connector Plug
    Wheel w;
  end Plug;
  block Fan
    input Duct d(a = 2);
    DuctIn e(a = 2);
    Plain p;
  end Fan;
  model M "Prefixes of models, of structures with such elements, of flow variables (MLS 4.4.2.2); blocks (MLS 4.6)"
    parameter Wheel wheel;
    output Wheel wheels[2];
    Port port;
    Outer o;
    Fan fan;
    Holder holder;
    Plug plug;
  end M;
end P;
