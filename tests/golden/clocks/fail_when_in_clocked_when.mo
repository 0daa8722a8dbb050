// run: check
model WhenInClockedWhen
  Real x(start = 0), y(start = 0);
  Boolean b(start = false);
  parameter Boolean p(fixed = false);
initial equation
  p = time > 1;
equation
  when Clock(0.1) then
    x = previous(x) + 1;
    // error: a when-equation stands inside a clocked when-equation (MLS 16.6) [WhenNotAllowedHere]
    when x > 3 then
      y = 1;
    end when;
  end when;
  if b then
    // error: which clock this is depends on a condition that is not known at compile time (MLS 16.3.2) [NotConstant]
    when Clock(0.2) then
      b = not previous(b);
    end when;
  end if;
end WhenInClockedWhen;
