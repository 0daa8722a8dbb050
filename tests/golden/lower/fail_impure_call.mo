// run: check
model M "Effects between events (MLS 12.3)"
  impure function log "Declared impure"
    input Real x;
  external "C" log_value(x);
  end log;
  function check "Declared neither: it may be called whenever, as a function that is declared pure"
    input Real x;
  external "C" check_value(x);
  end check;
  function indirect
    input Real x;
  algorithm
    // warning: `M.log` is impure and is called in `M.indirect`, which is not declared so [ImpureCall]
    log(2*x);
  end indirect;
  Real x = time;
initial equation
  log(x);
equation
  check(x);
  // error: a function that is declared `impure`, or calls one, is called here outside of when-clauses and initial sections (MLS 12.3) [ImpureCall]
  indirect(x);
  when x > 1 then
    log(x);
  end when;
algorithm
  if x > 1 then
    // error: a function that is declared `impure`, or calls one, is called here outside of when-clauses and initial sections (MLS 12.3) [ImpureCall]
    indirect(x);
  end if;
  when x > 2 then
    indirect(x);
  end when;
end M;
