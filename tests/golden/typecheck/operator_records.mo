// run: dump --ir=flat
model M "Operators become calls: as they are, by conversion, element by element"
  operator record V "a number with a mark"
    Real x;
    encapsulated operator 'constructor'
      import M.V;
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
      import M.V;
      output V v(x = 0);
    algorithm
    end '0';
    encapsulated operator function '+'
      import M.V;
      input V a;
      input V b;
      output V c(x = a.x + b.x);
    algorithm
    end '+';
    encapsulated operator '*'
      import M.V;
      function multiply
        input V a;
        input V b;
        output V c(x = a.x*b.x);
      algorithm
      end multiply;
    end '*';
    encapsulated operator 'String'
      import M.V;
      function text
        input V v;
        input String mark = "v";
        output String s = mark;
      algorithm
      end text;
    end 'String';
    encapsulated operator '-'
      import M.V;
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
      import M.V;
      input V a;
      input V b;
      output Boolean less;
    algorithm
      less := a.x < b.x;
    end '<';
  end V;
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
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.V.'constructor'.fromReal
//|   input Real x;
//|   output Real v.x;
//| algorithm
//|   v.x := x;
//| end M.V.'constructor'.fromReal;
//| function M.V.'constructor'.fromFlag
//|   input Boolean flag;
//|   input Real scale;
//|   output Real v.x;
//| algorithm
//|   v.x := if flag then scale else 0.0;
//| end M.V.'constructor'.fromFlag;
//| function M.V.'+'
//|   input Real a.x;
//|   input Real b.x;
//|   output Real c.x;
//| algorithm
//|   c.x := a.x + b.x;
//| end M.V.'+';
//| function M.V.'*'.multiply
//|   input Real a.x;
//|   input Real b.x;
//|   output Real c.x;
//| algorithm
//|   c.x := a.x*b.x;
//| end M.V.'*'.multiply;
//| function M.V.'-'.negate
//|   input Real a.x;
//|   output Real c.x;
//| algorithm
//|   c.x := -a.x;
//| end M.V.'-'.negate;
//| function sum
//|   input Real v.x[1];
//|   input Real v.x[2];
//|   output Real s.x;
//| algorithm
//|   s.x := M.V.'0'();
//|   s.x := M.V.'+'(s.x, v.x[1]);
//|   s.x := M.V.'+'(s.x, v.x[2]);
//| end sum;
//| function M.V.'0'
//|   output Real v.x;
//| algorithm
//|   v.x := 0.0;
//| end M.V.'0';
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
//|   c.x[1] := M.V.'0'();
//|   c.x[1] := M.V.'+'(c.x[1], M.V.'*'.multiply(a.x[1,1], b.x[1]));
//|   c.x[1] := M.V.'+'(c.x[1], M.V.'*'.multiply(a.x[1,2], b.x[2]));
//|   c.x[2] := M.V.'0'();
//|   c.x[2] := M.V.'+'(c.x[2], M.V.'*'.multiply(a.x[2,1], b.x[1]));
//|   c.x[2] := M.V.'+'(c.x[2], M.V.'*'.multiply(a.x[2,2], b.x[2]));
//| end product;
//| function M.V.'-'.minus
//|   input Real a.x;
//|   input Real b.x;
//|   output Real c.x;
//| algorithm
//|   c.x := a.x - b.x;
//| end M.V.'-'.minus;
//| function M.V.'<'
//|   input Real a.x;
//|   input Real b.x;
//|   output Boolean less;
//| algorithm
//|   less := a.x < b.x;
//| end M.V.'<';
//| model M
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
//|   a.x = M.V.'constructor'.fromReal(time);
//|   b.x = M.V.'constructor'.fromFlag(true, 2.0);
//|   c.x = M.V.'-'.negate(M.V.'*'.multiply(M.V.'+'(a.x, M.V.'constructor'.fromReal(1.0)), b.x));
//|   d[1].x = M.V.'+'(a.x, b.x);
//|   d[2].x = M.V.'+'(b.x, a.x);
//|   e[1].x = M.V.'*'.multiply(M.V.'constructor'.fromReal(2.0), d[1].x);
//|   e[2].x = M.V.'*'.multiply(M.V.'constructor'.fromReal(2.0), d[2].x);
//|   f.x = sum(d[1].x, d[2].x);
//|   g[1].x = product(M.V.'constructor'.fromReal(1.0), M.V.'constructor'.fromReal(2.0), M.V.'constructor'.fromReal(3.0), M.V.'constructor'.fromReal(4.0), d[1].x, d[2].x).c.x[1];
//|   g[2].x = product(M.V.'constructor'.fromReal(1.0), M.V.'constructor'.fromReal(2.0), M.V.'constructor'.fromReal(3.0), M.V.'constructor'.fromReal(4.0), d[1].x, d[2].x).c.x[2];
//|   h[1].x = M.V.'+'(d[1].x, a.x);
//|   h[2].x = M.V.'+'(d[2].x, a.x);
//|   less = M.V.'<'(a.x, M.V.'-'.minus(u.x, M.V.'constructor'.fromReal(1.0)));
//|   u.x = a.x;
//| end M;
