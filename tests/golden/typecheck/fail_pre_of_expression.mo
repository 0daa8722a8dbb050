// run: check
model M
  Integer k(start = 0, fixed = true);
equation
  when time > 1 then
    // error: `pre` takes a variable, not an expression [ArgumentNotVariable]
    k = pre(k + 1);
  end when;
end M;
