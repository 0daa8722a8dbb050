// run: dump --ir=flat
model M "Arrays of records in functions"
  record P
    Real x;
    Real y[2];
  end P;
  function f
    input P p[:];
    output P q[size(p, 1)];
    output Real s;
  protected
    P first = p[1];
  algorithm
    s := first.x;
    for i in 1:size(p, 1) loop
      q[i] := P(p[i].x + 1, {p[i].y[1], 0});
      q[i].y[2] := s;
      s := s + p[i].y[2];
    end for;
  end f;
  function g
    input P p[3];
    input Integer n;
    output Real s;
  algorithm
    s := p[n].x + sum(p[n].y) + sum(p[:].x) + sum(p.y[1]);
  end g;
  P p[2](x = {time, 1}, y = [1, 2; 3, 4]);
  P q[2] = f(p);
  Integer n = if time > 1 then 1 else 2;
  Real s = g({p[1], p[2], q[1]}, n);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.f
//|   input Real p.x[1];
//|   input Real p.x[2];
//|   input Real p.y[1,1];
//|   input Real p.y[1,2];
//|   input Real p.y[2,1];
//|   input Real p.y[2,2];
//|   output Real q.x[1];
//|   output Real q.x[2];
//|   output Real q.y[1,1];
//|   output Real q.y[1,2];
//|   output Real q.y[2,1];
//|   output Real q.y[2,2];
//|   output Real s;
//| protected
//|   Real first.x;
//|   Real first.y[1];
//|   Real first.y[2];
//| algorithm
//|   first.x := p.x[1];
//|   first.y[1] := p.y[1,1];
//|   first.y[2] := p.y[1,2];
//|   s := first.x;
//|   q.x[1] := p.x[1] + 1.0;
//|   q.y[1,1] := p.y[1,1];
//|   q.y[1,2] := 0.0;
//|   q.y[1,2] := s;
//|   s := s + p.y[1,2];
//|   q.x[2] := p.x[2] + 1.0;
//|   q.y[2,1] := p.y[2,1];
//|   q.y[2,2] := 0.0;
//|   q.y[2,2] := s;
//|   s := s + p.y[2,2];
//| end M.f;
//| function M.g
//|   input Real p.x[1];
//|   input Real p.x[2];
//|   input Real p.x[3];
//|   input Real p.y[1,1];
//|   input Real p.y[1,2];
//|   input Real p.y[2,1];
//|   input Real p.y[2,2];
//|   input Real p.y[3,1];
//|   input Real p.y[3,2];
//|   input Integer n;
//|   output Real s;
//| algorithm
//|   s := p.x[1 + (n - 1)] + (p.y[1 + (n - 1)*2] + p.y[1 + ((n - 1)*2 + 1)]) + (p.x[1] + p.x[2] + p.x[3]) + (p.y[1,1] + p.y[2,1] + p.y[3,1]);
//| end M.g;
//| model M
//|   Real p[1].x;
//|   Real p[1].y[1];
//|   Real p[1].y[2];
//|   Real p[2].x;
//|   Real p[2].y[1];
//|   Real p[2].y[2];
//|   Real q[1].x;
//|   Real q[1].y[1];
//|   Real q[1].y[2];
//|   Real q[2].x;
//|   Real q[2].y[1];
//|   Real q[2].y[2];
//|   Integer n;
//|   Real s;
//| equation
//|   p[1].x = time;
//|   p[1].y[1] = 1.0;
//|   p[1].y[2] = 2.0;
//|   p[2].x = 1.0;
//|   p[2].y[1] = 3.0;
//|   p[2].y[2] = 4.0;
//|   q[1].x = M.f(p[1].x, p[2].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2]).q.x[1];
//|   q[1].y[1] = M.f(p[1].x, p[2].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2]).q.y[1,1];
//|   q[1].y[2] = M.f(p[1].x, p[2].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2]).q.y[1,2];
//|   q[2].x = M.f(p[1].x, p[2].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2]).q.x[2];
//|   q[2].y[1] = M.f(p[1].x, p[2].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2]).q.y[2,1];
//|   q[2].y[2] = M.f(p[1].x, p[2].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2]).q.y[2,2];
//|   n = if time > 1.0 then 1 else 2;
//|   s = M.g(p[1].x, p[2].x, q[1].x, p[1].y[1], p[1].y[2], p[2].y[1], p[2].y[2], q[1].y[1], q[1].y[2], n);
//| end M;
