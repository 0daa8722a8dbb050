// run: dump --ir=flat
model M
  record Inner
    Real a[2] = {1, 2};
  end Inner;
  record R
    Real k;
    Inner part;
    Integer n = 2;
  end R;
  function twice
    input R r;
    output R s;
  protected
    Inner start(a = {3, r.k});
  algorithm
    s := R(k = r.part.a[1], part = start, n = r.n + 1);
    s.part.a[2] := 2*s.k;
    s := R(s.part.a[1], s.part, s.n);
  end twice;
  function deep
    input R r;
    output Real y;
  protected
    // warning: `.` stands behind the name of a component only, not behind parentheses [FormNotAllowed]
    //          ^
    Inner got = (twice(r)).part;
  algorithm
    y := sum(got.a);
  end deep;
  R x;
  Real y;
  Real z = deep(x);
equation
  x.k = time;
  // warning: `.` stands behind the name of a component only, not behind parentheses [FormNotAllowed]
  //  ^
  y = (twice(x)).k;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.deep
//|   input Real r.k;
//|   input Real r.part.a[1];
//|   input Real r.part.a[2];
//|   input Integer r.n;
//|   output Real y;
//| protected
//|   Real got.a[1];
//|   Real got.a[2];
//| algorithm
//|   got.a[1] := M.twice(r.k, r.part.a[1], r.part.a[2], r.n).s.part.a[1];
//|   got.a[2] := M.twice(r.k, r.part.a[1], r.part.a[2], r.n).s.part.a[2];
//|   y := got.a[1] + got.a[2];
//| end M.deep;
//| function M.twice
//|   input Real r.k;
//|   input Real r.part.a[1];
//|   input Real r.part.a[2];
//|   input Integer r.n;
//|   output Real s.k;
//|   output Real s.part.a[1];
//|   output Real s.part.a[2];
//|   output Integer s.n;
//| protected
//|   Real start.a[1];
//|   Real start.a[2];
//| algorithm
//|   s.part.a[1] := 1.0;
//|   s.part.a[2] := 2.0;
//|   s.n := 2;
//|   start.a[1] := 3.0;
//|   start.a[2] := r.k;
//|   s.k := r.part.a[1];
//|   s.part.a[1] := start.a[1];
//|   s.part.a[2] := start.a[2];
//|   s.n := r.n + 1;
//|   s.part.a[2] := 2.0*s.k;
//|   s.k := s.part.a[1];
//|   s.part.a[1] := s.part.a[1];
//|   s.part.a[2] := s.part.a[2];
//|   s.n := s.n;
//| end M.twice;
//| model M
//|   Real x.k;
//|   Real x.part.a[1];
//|   Real x.part.a[2];
//|   Integer x.n;
//|   Real y;
//|   Real z;
//| equation
//|   x.part.a[1] = 1.0;
//|   x.part.a[2] = 2.0;
//|   x.n = 2;
//|   z = M.deep(x.k, x.part.a[1], x.part.a[2], x.n);
//|   x.k = time;
//|   y = M.twice(x.k, x.part.a[1], x.part.a[2], x.n).s.k;
//| end M;
