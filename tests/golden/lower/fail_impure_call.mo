// run: check
model M "Effects between events (MLS 12.3)"
  function log "Not declared pure"
    input Real x;
  external "C" log_value(x);
  end log;
  pure function check "Declared pure: it may be called whenever"
    input Real x;
  external "C" check_value(x);
  end check;
  function indirect
    input Real x;
  algorithm
    log(2*x);
  end indirect;
  Real x = time;
initial equation
  log(x);
equation
  check(x);
  // error: an external function that is not declared `pure` is called here outside of when-clauses and initial sections (MLS 12.3) [ImpureCall]
  indirect(x);
  when x > 1 then
    log(x);
  end when;
algorithm
  if x > 1 then
    // error: an external function that is not declared `pure` is called here outside of when-clauses and initial sections (MLS 12.3) [ImpureCall]
    log(x);
  end if;
  when x > 2 then
    indirect(x);
  end when;
end M;
