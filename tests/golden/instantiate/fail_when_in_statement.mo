// run: check
model M
  Integer n(start = 0, fixed = true);
  parameter Boolean go = true;
algorithm
  if go then
    // error: a when-statement cannot stand in a loop, in an if-statement or in another one (MLS 11.2.7.1) [StatementNotAllowedHere]
    when time > 0.5 then
      n := pre(n) + 1;
    end when;
  end if;
  for i in 1:2 loop
    // error: a when-statement cannot stand in a loop, in an if-statement or in another one (MLS 11.2.7.1) [StatementNotAllowedHere]
    when time > 0.5 then
      n := i;
    end when;
  end for;
  when time > 0.5 then
    // error: a when-statement cannot stand in a loop, in an if-statement or in another one (MLS 11.2.7.1) [StatementNotAllowedHere]
    when time > 0.6 then
      n := 3;
    end when;
  end when;
end M;
