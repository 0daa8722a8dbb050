// run: check
model OutputNotAssigned
  block Up
    outer output Integer v;
  equation
    v = previous(v) + sample(1, Clock(1, 10));
  end Up;
  block Idle
    // error: no clocked equation determines `idle.v` [VariableUndetermined]
    //                   ^
    outer output Integer v;
  end Idle;
  block Twice
    outer output Integer v;
  equation
    v = previous(v) + 1;
    // error: this clocked equation determines nothing: others determine all variables in it [EquationUnmatched]
    v = 2;
  end Twice;
  inner Integer v(start = 0);
  Up up;
  Idle idle;
  Twice twice;
equation
  initialState(up);
  transition(up, idle, v > 3, immediate = false);
  transition(idle, twice, true, immediate = false);
end OutputNotAssigned;
