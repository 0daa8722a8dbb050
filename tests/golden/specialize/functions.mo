// run: dump --ir=flat
model M
  function mean
    input Real x[:];
    output Real m = 0;
  algorithm
    for i in 1:size(x, 1) loop
      m := m + x[i];
    end for;
    m := m/size(x, 1);
  end mean;
  function swap
    input Real a;
    input Real b = 2;
    output Real c;
    output Real d;
  protected
    Real both[2] = {a, b};
  algorithm
    both := {both[2], both[1]};
    c := both[1];
    d := both[2];
  end swap;
  Real m = mean({1, 2, time});
  Real p, q;
equation
  (p, q) = swap(time);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.mean
//|   input Real x[1];
//|   input Real x[2];
//|   input Real x[3];
//|   output Real m;
//| algorithm
//|   m := 0.0;
//|   m := m + x[1];
//|   m := m + x[2];
//|   m := m + x[3];
//|   m := m/3.0;
//| end M.mean;
//| function M.swap
//|   input Real a;
//|   input Real b;
//|   output Real c;
//|   output Real d;
//| protected
//|   Real both[1];
//|   Real both[2];
//|   Real $element1;
//|   Real $element2;
//| algorithm
//|   both[1] := a;
//|   both[2] := b;
//|   $element1 := both[2];
//|   $element2 := both[1];
//|   both[1] := $element1;
//|   both[2] := $element2;
//|   c := both[1];
//|   d := both[2];
//| end M.swap;
//| model M
//|   Real m;
//|   Real p;
//|   Real q;
//| equation
//|   m = M.mean(1.0, 2.0, time);
//|   p = M.swap(time, 2.0).c;
//|   q = M.swap(time, 2.0).d;
//| end M;
