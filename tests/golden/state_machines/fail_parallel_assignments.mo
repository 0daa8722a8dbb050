// run: check
model ParallelAssignments
  block S
    // error: the states `a` and `b` may be active at the same tick, and both assign `v` (MLS 17) [OuterOutputConflict]
    //                   ^
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  block R
    outer output Integer w;
  equation
    w = previous(w) + 1;
  end R;
  block Q
  end Q;
  inner Integer v(start = 0);
  // error: `w` needs a start value: no state that is active at first assigns it (MLS 17.3.5) [OuterOutputConflict]
  //            ^
  inner Integer w;
  S a, b;
  Q q;
  R r;
equation
  initialState(a);
  initialState(b);
  initialState(q);
  transition(q, r, true, immediate = false);
end ParallelAssignments;
