// run: check
model InitialEquation
  Real x(start = 0);
initial equation
  // error: `x` is clocked, and cannot stand in an initial equation (MLS 16.9) [ClockedMixed]
  x = 3;
equation
  when Clock(0.1) then
    x = previous(x) + 1;
  end when;
end InitialEquation;
