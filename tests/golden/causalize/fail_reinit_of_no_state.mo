// run: check
model M "Neither an input function nor what a constraint determines is a state (MLS 8.3.6)"
  Real h(start = 1, fixed = true);
  Real u = 2*time;
equation
  der(h) = -1;
  when h < 0.5 then
    reinit(u, 1);
  end when;
end M;
