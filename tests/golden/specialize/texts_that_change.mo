// run: dump --ir=flat
model M "A function takes a String that changes as what is known of it, and the numbers it depends on as inputs"
  type Kind = enumeration(a, b);
  function note "Its String is part of an external call, of a message and of another String"
    input String s;
    input Real x;
    output Real y;
  external "C" y = note(s, x);
  end note;
  function twice
    input String s[2];
    input Real x;
    output Real y;
  algorithm
    assert(x < 9, s[1]);
    y := note(s[2] + s[1] + String(x), x);
  end twice;
  Kind k = if time > 0.6 then Kind.b else Kind.a;
  String s = if time > 0.5 then "late" else "early";
  String t;
  Real y = note("at " + String(time) + s, 1);
  Real z = note("at " + String(time) + s, 2);
  Real w = twice({String(k), "b"}, time);
equation
  t = s + String(k);
  assert(time < 8, t);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| type M.Kind = enumeration(a, b);
//| function M.note
//|   input String s;
//|   input Real x;
//|   output Real y;
//| algorithm
//|   external y = note(s, x);
//| end M.note;
//| function M.twice
//|   input String s[1];
//|   input String s[2];
//|   input Real x;
//|   output Real y;
//| algorithm
//|   assert(x < 9.0, s[1]);
//|   y := M.note(s[2] + s[1] + String(x), x);
//| end M.twice;
//| model M
//|   M.Kind k;
//|   String s;
//|   String t;
//|   Real y;
//|   Real z;
//|   Real w;
//| equation
//|   k = if time > 0.6 then M.Kind.b else M.Kind.a;
//|   s = if time > 0.5 then "late" else "early";
//|   y = M.note("at " + String(time) + s, 1.0);
//|   z = M.note("at " + String(time) + s, 2.0);
//|   w = M.twice(String(k), "b", time);
//|   t = s + String(k);
//|   assert(time < 8.0, t);
//| end M;
