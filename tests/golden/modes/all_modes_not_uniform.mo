// run: check --all-modes
// note-anywhere: no list of states suits all modes: in mode {s > 1.0, not engaged} the equations determine v1 and v2, in mode {s <= 1.0, s >= -1.0, engaged} der(v1) and der(v2) [ModesNotUniform]
// note-anywhere: all 6 modes looked at; none is singular [ModesLookedAt]
model InSeries "Friction and a clutch in series: what one lets slide, the other holds"
  Real v(start = 0, fixed = true), v1, v2, f, s;
  Boolean engaged = time > 1;
equation
  der(v) = 2 - f;
  v = v1 + v2;
  v1 = if s > 1 then s - 1 elseif s < -1 then s + 1 else 0;
  f = if s > 1 then 1 elseif s < -1 then -1 else s;
  if engaged then
    v2 = 0;
  else
    f = 0.5*v2;
  end if;
end InSeries;
