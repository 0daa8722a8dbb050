// run: dump --ir=flat
model M "What is encapsulated in a model imports from the model around it, of which it is a part"
  operator record V
    Real x;
    encapsulated operator function '-'
      import M.V;
      input V v;
      output V minus;
    algorithm
      minus := V(-v.x);
    end '-';
  end V;
  V a = V(time);
  V b = -a;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.V.'-'
//|   input Real v.x;
//|   output Real minus.x;
//| algorithm
//|   minus.x := -v.x;
//| end M.V.'-';
//| model M
//|   Real a.x;
//|   Real b.x;
//| equation
//|   a.x = time;
//|   b.x = M.V.'-'(a.x);
//| end M;
