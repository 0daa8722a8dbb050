// run: dump --ir=flat -m P.M
package P
  model First
    Real a(start = 1, stateSelect = StateSelect.prefer) = time;
  end First;
  model Second
    // warning: `a` is inherited on two ways, on one with more attributes; those of the first are taken [DuplicateElement]
    Real a(start = 1) = time;
  end Second;
  model M
    extends First;
    extends Second;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real a(start = 1.0, stateSelect = StateSelect.prefer);
//| equation
//|   a = time;
//| end P.M;
