// run: check -m P.M
package P
  model Wheel
    parameter Real radius = 0.3;
  end Wheel;
  connector Port
    Integer pressure = 2;
    // error: `rate` cannot be a flow variable: it is no Real [PrefixNotAllowed]
    //           ^
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
    // error: `o.i` cannot have a prefix `flow`, `stream`, `input` or `output`: its element `q` is `flow` already [PrefixNotAllowed]
    //         ^
    flow Inner i;
  end Outer;
  connector Plain
    Real v = 1;
    flow Real i;
  end Plain;
  record Holder
    // error: a record cannot have the component `w` of the model `Wheel` [ClassContents]
    //    ^
    Wheel w;
  end Holder;
  connector Plug
    // error: a connector cannot have the component `w` of the model `Wheel` [ClassContents]
    //    ^
    Wheel w;
  end Plug;
  block Fan
    // error: `fan.d` cannot have a prefix `flow`, `stream`, `input` or `output`: its element `a` is `output` already [PrefixNotAllowed]
    //         ^
    input Duct d(a = 2);
    // error: `fan.e` cannot have a prefix `flow`, `stream`, `input` or `output`: its element `a` is `output` already [PrefixNotAllowed]
    //     ^
    DuctIn e(a = 2);
    // error: `p` of the block `P.Fan` has the variable `v`, which is neither input nor output [BlockConnector]
    //    ^
    Plain p;
  end Fan;
  model M "Prefixes of models, of structures with such elements, of flow variables (MLS 4.4.2.2); blocks (MLS 4.6)"
    // error: `wheel` cannot be `parameter`: `Wheel` is a model [PrefixNotAllowed]
    //              ^
    parameter Wheel wheel;
    // error: `wheels` cannot be `output`: `Wheel` is a model [PrefixNotAllowed]
    //           ^
    output Wheel wheels[2];
    Port port;
    Outer o;
    Fan fan;
    Holder holder;
    Plug plug;
  end M;
end P;
