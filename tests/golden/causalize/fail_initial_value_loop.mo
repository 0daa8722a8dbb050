// run: check
model M "Each initial value waits for the other"
  Integer k(fixed = false), n(fixed = false);
initial equation
  // error: initial value of pre(k) that depends on itself [NotYetSupported]
  pre(k) = pre(n) + 1;
  // error: initial value of pre(n) that depends on itself [NotYetSupported]
  pre(n) = 2*pre(k);
equation
  when sample(1, 1) then
    k = pre(k) + 1;
    n = pre(n) + 1;
  end when;
end M;
