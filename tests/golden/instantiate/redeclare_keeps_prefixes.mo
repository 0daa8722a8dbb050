// run: dump --ir=flat -m P.M
package P "What a redeclaration leaves open stays (MLS 7.3): dimensions, variability, flow, input, inner, condition"
  partial model Base
    Real q;
  end Base;
  model A
    extends Base(q = 1);
  end A;
  model B
    extends Base(q = 2);
  end B;
  record Data
    Real a = 1;
  end Data;
  record More
    extends Data(a = 5);
    Real b = 6;
  end More;
  connector Pin
    replaceable Real v;
    replaceable flow Real i;
  end Pin;
  model Holder
    parameter Integer n = 2;
    parameter Boolean has = false;
    replaceable A part[n] constrainedby Base;
    replaceable parameter Data d;
    replaceable A maybe if has constrainedby Base;
    Real s = part[1].q + d.a;
  end Holder;
  model Middle
    extends Holder(redeclare replaceable B part[3] constrainedby Base);
  end Middle;
  model World
    inner replaceable Data data;
    model Reader
      outer Data data;
      Real y = data.a;
    end Reader;
    Reader reader;
  end World;
  model Other
    extends World;
    redeclare More data;
  end Other;
  type Current = Real(unit = "A");
  model M
    Holder h(redeclare B part, redeclare More d, redeclare B maybe);
    Middle m(redeclare A part);
    Other other;
    Pin p(redeclare Current i);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Integer h.n = 2;
//|   parameter Boolean h.has = false;
//|   Real h.part[1].q;
//|   Real h.part[2].q;
//|   parameter Real h.d.a = 5.0;
//|   parameter Real h.d.b = 6.0;
//|   Real h.s;
//|   parameter Integer m.n = 2;
//|   parameter Boolean m.has = false;
//|   Real m.part[1].q;
//|   Real m.part[2].q;
//|   Real m.part[3].q;
//|   parameter Real m.d.a = 1.0;
//|   Real m.s;
//|   Real other.data.a;
//|   Real other.data.b;
//|   Real other.reader.y;
//|   Real p.v;
//|   flow Real p.i(unit = "A");
//| equation
//|   h.part[1].q = 2.0;
//|   h.part[2].q = 2.0;
//|   h.s = h.part[1].q + h.d.a;
//|   m.part[1].q = 1.0;
//|   m.part[2].q = 1.0;
//|   m.part[3].q = 1.0;
//|   m.s = m.part[1].q + m.d.a;
//|   other.data.a = 5.0;
//|   other.data.b = 6.0;
//|   other.reader.y = other.data.a;
//|   p.i = 0.0;
//| end P.M;
