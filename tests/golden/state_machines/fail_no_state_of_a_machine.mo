// run: check
model NoStates
  block S
  end S;
  block Meta
    S x, y;
  equation
    initialState(x);
    transition(x, y, true);
  end Meta;
  S a, several[2];
  Meta meta;
equation
  initialState(a);
  transition(a, meta, true);
  // error: `meta.x` lies in the state `meta`, and can be a state of a machine in there only (MLS 17.1) [NotAState]
  //         ^
  // error: `meta.y` lies in the state `meta`, and can be a state of a machine in there only (MLS 17.1) [NotAState]
  //                 ^
  transition(meta.x, meta.y, true, priority = 2);
  // error: `transition` takes one state, found an array of 2 [NotAState]
  //            ^
  transition(a, several, true, priority = 2);
end NoStates;
