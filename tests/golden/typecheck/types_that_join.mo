// run: check
model M "The legal twin of fail_types_that_do_not_join"
  Real a[2] = {1 for i in false:true};
  Real b[2] = cat(1, {1.0}, {2});
  Real c = smooth(0, if time > 1 then 1 else time);
  Integer d = integer(time);
  Boolean e(start = false, fixed = true);
  Real f;
equation
  if time > 0.5 then
    e = true;
  else
    e = false;
  end if;
  if noEvent(time > 0.5) then
    f = 1;
  else
    f = time;
  end if;
end M;
