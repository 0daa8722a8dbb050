// run: dump --ir=flat
package P "Operators become calls: as they are, by conversion, element by element"
  operator record V "a number with a mark"
    Real x;
    encapsulated operator 'constructor'
      import P.V;
      function fromReal
        input Real x;
        output V v(x = x);
      algorithm
      end fromReal;
      function fromFlag
        input Boolean flag;
        input Real scale = 1;
        output V v(x = if flag then scale else 0);
      algorithm
      end fromFlag;
    end 'constructor';
    encapsulated operator function '0'
      import P.V;
      output V v(x = 0);
    algorithm
    end '0';
    encapsulated operator function '+'
      import P.V;
      input V a;
      input V b;
      output V c(x = a.x + b.x);
    algorithm
    end '+';
    encapsulated operator '*'
      import P.V;
      function multiply
        input V a;
        input V b;
        output V c(x = a.x*b.x);
      algorithm
      end multiply;
    end '*';
    encapsulated operator 'String'
      import P.V;
      function text
        input V v;
        input String mark = "v";
        output String s = mark;
      algorithm
      end text;
    end 'String';
    encapsulated operator '-'
      import P.V;
      function negate
        input V a;
        output V c(x = -a.x);
      algorithm
      end negate;
      function subtract = minus;
      function minus
        input V a;
        input V b;
        output V c(x = a.x - b.x);
      algorithm
      end minus;
    end '-';
    encapsulated operator function '<'
      import P.V;
      input V a;
      input V b;
      output Boolean less;
    algorithm
      less := a.x < b.x;
    end '<';
  end V;
  model M
  operator record W = V(x(unit = "m"));
  connector In = input V;
  In u;
  W a = V(time), b = V(true, scale = 2);
  V c = -(a + 1)*b;
  V d[2] = {a, b} + {b, a};
  V e[2] = 2*d;
  V f = sum(d);
  V g[2] = {{1, 2}, {3, 4}}*d;
  V h[2] = d .+ a;
  Boolean less = a < u - 1;
  parameter String s = String(V(1), mark = "w") + String(1);
equation
  u = a;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.V.'constructor'.fromReal
//|   input Real x;
//|   output Real v.x;
//| algorithm
//|   v.x := x;
//| end P.V.'constructor'.fromReal;
//| function P.V.'constructor'.fromFlag
//|   input Boolean flag;
//|   input Real scale;
//|   output Real v.x;
//| algorithm
//|   v.x := if flag then scale else 0.0;
//| end P.V.'constructor'.fromFlag;
//| function P.V.'+'
//|   input Real a.x;
//|   input Real b.x;
//|   output Real c.x;
//| algorithm
//|   c.x := a.x + b.x;
//| end P.V.'+';
//| function P.V.'*'.multiply
//|   input Real a.x;
//|   input Real b.x;
//|   output Real c.x;
//| algorithm
//|   c.x := a.x*b.x;
//| end P.V.'*'.multiply;
//| function P.V.'-'.negate
//|   input Real a.x;
//|   output Real c.x;
//| algorithm
//|   c.x := -a.x;
//| end P.V.'-'.negate;
//| function sum
//|   input Real v.x[1];
//|   input Real v.x[2];
//|   output Real s.x;
//| algorithm
//|   s.x := P.V.'0'();
//|   s.x := P.V.'+'(s.x, v.x[1]);
//|   s.x := P.V.'+'(s.x, v.x[2]);
//| end sum;
//| function P.V.'0'
//|   output Real v.x;
//| algorithm
//|   v.x := 0.0;
//| end P.V.'0';
//| function product
//|   input Real a.x[1,1];
//|   input Real a.x[1,2];
//|   input Real a.x[2,1];
//|   input Real a.x[2,2];
//|   input Real b.x[1];
//|   input Real b.x[2];
//|   output Real c.x[1];
//|   output Real c.x[2];
//| algorithm
//|   c.x[1] := P.V.'0'();
//|   c.x[1] := P.V.'+'(c.x[1], P.V.'*'.multiply(a.x[1,1], b.x[1]));
//|   c.x[1] := P.V.'+'(c.x[1], P.V.'*'.multiply(a.x[1,2], b.x[2]));
//|   c.x[2] := P.V.'0'();
//|   c.x[2] := P.V.'+'(c.x[2], P.V.'*'.multiply(a.x[2,1], b.x[1]));
//|   c.x[2] := P.V.'+'(c.x[2], P.V.'*'.multiply(a.x[2,2], b.x[2]));
//| end product;
//| function P.V.'-'.minus
//|   input Real a.x;
//|   input Real b.x;
//|   output Real c.x;
//| algorithm
//|   c.x := a.x - b.x;
//| end P.V.'-'.minus;
//| function P.V.'<'
//|   input Real a.x;
//|   input Real b.x;
//|   output Boolean less;
//| algorithm
//|   less := a.x < b.x;
//| end P.V.'<';
//| model P.M
//|   input Real u.x;
//|   Real a.x(unit = "m");
//|   Real b.x(unit = "m");
//|   Real c.x;
//|   Real d[1].x;
//|   Real d[2].x;
//|   Real e[1].x;
//|   Real e[2].x;
//|   Real f.x;
//|   Real g[1].x;
//|   Real g[2].x;
//|   Real h[1].x;
//|   Real h[2].x;
//|   Boolean less;
//|   parameter String s = "w1";
//| equation
//|   a.x = P.V.'constructor'.fromReal(time);
//|   b.x = P.V.'constructor'.fromFlag(true, 2.0);
//|   c.x = P.V.'-'.negate(P.V.'*'.multiply(P.V.'+'(a.x, P.V.'constructor'.fromReal(1.0)), b.x));
//|   d[1].x = P.V.'+'(a.x, b.x);
//|   d[2].x = P.V.'+'(b.x, a.x);
//|   e[1].x = P.V.'*'.multiply(P.V.'constructor'.fromReal(2.0), d[1].x);
//|   e[2].x = P.V.'*'.multiply(P.V.'constructor'.fromReal(2.0), d[2].x);
//|   f.x = sum(d[1].x, d[2].x);
//|   g[1].x = product(P.V.'constructor'.fromReal(1.0), P.V.'constructor'.fromReal(2.0), P.V.'constructor'.fromReal(3.0), P.V.'constructor'.fromReal(4.0), d[1].x, d[2].x).c.x[1];
//|   g[2].x = product(P.V.'constructor'.fromReal(1.0), P.V.'constructor'.fromReal(2.0), P.V.'constructor'.fromReal(3.0), P.V.'constructor'.fromReal(4.0), d[1].x, d[2].x).c.x[2];
//|   h[1].x = P.V.'+'(d[1].x, a.x);
//|   h[2].x = P.V.'+'(d[2].x, a.x);
//|   less = P.V.'<'(a.x, P.V.'-'.minus(u.x, P.V.'constructor'.fromReal(1.0)));
//|   u.x = a.x;
//| end P.M;
