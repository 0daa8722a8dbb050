// run: check
model M "`fixed` says nothing of a clocked variable (MLS 16.9)"
  // warning: `x` is clocked, and `fixed` says nothing of it [ClockDeclaration]
  //   ^
  Real x(start = 0, fixed = true);
equation
  when Clock(0.1) then
    x = previous(x) + 1;
  end when;
end M;
