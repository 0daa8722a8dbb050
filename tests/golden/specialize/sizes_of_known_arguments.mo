// run: dump --ir=flat
model M "An input gives the size of a value: it has to be known at the call (MLS 12.4)"
  function part
    input Real x[:];
    input Integer n;
    output Real s;
  protected
    Integer m = n - 1;
  algorithm
    s := sum(x[1:n])*sum(i for i in 1:m);
    if n < 1 then
      s := x[n];
    end if;
  end part;
  parameter Integer p = 3;
  Real y = part({1, 2, 3, time}, 2) + part({1, 2, 3, time}, p);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.part
//|   input Real x[1];
//|   input Real x[2];
//|   input Real x[3];
//|   input Real x[4];
//|   input Integer n;
//|   output Real s;
//| protected
//|   Integer m;
//| algorithm
//|   m := 1;
//|   s := x[1] + x[2];
//| end M.part;
//| function M.part
//|   input Real x[1];
//|   input Real x[2];
//|   input Real x[3];
//|   input Real x[4];
//|   input Integer n;
//|   output Real s;
//| protected
//|   Integer m;
//| algorithm
//|   m := 2;
//|   s := (x[1] + x[2] + x[3])*3.0;
//| end M.part;
//| model M
//|   parameter Integer p = 3;
//|   Real y;
//| equation
//|   y = M.part(1.0, 2.0, 3.0, time, 2) + M.part(1.0, 2.0, 3.0, time, p);
//| end M;
