// run: check -m P.M
package P "Components that are balanced in themselves (MLS 4.7)"
  connector In = input Real;
  connector Out = output Real;
  connector Node
    Real v;
    flow Real i;
  end Node;
  partial model TwoNodes
    Node a, b;
    Real u = a.v - b.v;
  equation
    a.i + b.i = 0;
  end TwoNodes;
  model Resistor
    extends TwoNodes;
    parameter Real R = 1;
    In shift;
  equation
    u = R*a.i + shift;
  end Resistor;
  model Ground
    Node n;
  equation
    n.v = 0;
  end Ground;
  model Chain
    parameter Integer n = 3;
    Node a, b;
    Resistor r[n](shift = (1:n), each R = 2);
    input Real w = 1;
    // warning: nothing determines the initial values of `c[1].x[2]`, `c[1].x[3]`, `c[2].x[2]`, `c[2].x[3]`: 0 is taken [InitialUnderdetermined]
    //   ^
    Real x[n];
    discrete Real count(start = 0, fixed = true);
    Boolean on;
    Integer k;
  equation
    connect(a, r[1].a);
    for i in 1:n - 1 loop
      connect(r[i].b, r[i + 1].a);
    end for;
    connect(r[n].b, b);
    for i in 1:n loop
      if i == 1 then
        x[i] = w;
      else
        der(x[i]) = -x[i];
      end if;
    end for;
    when sample(0.1, 0.1) then
      count = pre(count) + 1;
    elsewhen initial() then
      count = 0;
    end when;
  algorithm
    on := time > 0.5;
    k := if on then 1 else 2;
  end Chain;
  model M
    Chain c[2](each w = time);
    Ground g, top;
  equation
    connect(c[1].a, top.n);
    connect(c[1].b, c[2].a);
    connect(c[2].b, g.n);
  end M;
end P;
