// run: check
model M "An input is no state (MLS 8.3.6)"
  input Real u;
  Real h(start = 1, fixed = true);
equation
  der(h) = -1;
  when h < 0.5 then
    reinit(u, 1);
  end when;
end M;
