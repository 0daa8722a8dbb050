// run: check
model M "Types of ranges, `cat`, `smooth` and `noEvent` (MLS 3.7.5, 3.8, 10.4)"
  Real a[2] = {1 for i in false:1};
  Real b[2] = cat(1, {1.0}, {true});
  Boolean c = smooth(0, time > 1);
  Integer d = noEvent(integer(time));
  Boolean e(start = false, fixed = true);
equation
  if noEvent(time > 0.5) then
    e = true;
  else
    e = false;
  end if;
end M;
