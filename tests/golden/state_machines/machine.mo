// run: dump --ir=flat
model Machine
  block Add
    parameter Integer step;
    outer output Integer v;
    Integer n(start = 0);
  equation
    v = previous(v) + step;
    n = previous(n) + 1;
  end Add;
  inner Integer v(start = 0);
  Add up(step = 1), down(step = -1);
  Boolean isHigh = sample(time, Clock(1, 10)) > 1;
equation
  initialState(up);
  transition(up, down, v >= 3, immediate = false);
  transition(up, down, isHigh, reset = false, priority = 2);
  transition(down, up, ticksInState() >= 2, immediate = false);
end Machine;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model Machine
//|   Integer v(start = 0);
//|   parameter Integer up.step = 1;
//|   Integer up.n(start = 0);
//|   parameter Integer down.step = -1;
//|   Integer down.n(start = 0);
//|   Boolean isHigh;
//|   Boolean activeState(up) "whether the state is active";
//|   Boolean $reset(up);
//|   Boolean activeState(down) "whether the state is active";
//|   Boolean $reset(down);
//|   Boolean $machine[1].begun;
//|   Integer $machine[1].state;
//|   Integer $machine[1].fired;
//|   Integer $machine[1].delayed;
//|   Boolean $machine[1].pending[1];
//|   Boolean $machine[1].pending[2];
//|   Integer up.v(start = 0);
//|   Integer down.v(start = 0);
//|   Boolean $machine[1].condition[3];
//|   Integer $machine[1].immediate;
//|   Integer $machine[1].ticks;
//| equation
//|   up.v = previous(v) + up.step;  // while activeState(up)
//|   up.n = (if $reset(up) then 0 else previous(up.n)) + 1;  // while activeState(up)
//|   down.v = previous(v) + down.step;  // while activeState(down)
//|   down.n = (if $reset(down) then 0 else previous(down.n)) + 1;  // while activeState(down)
//|   isHigh = sample(time, Clock(1, 10)) > 1.0;
//|   $machine[1].begun = true;
//|   $machine[1].condition[3] = isHigh;
//|   $machine[1].immediate = if (if previous($machine[1].begun) then previous($machine[1].state) else 1) == 1 and $machine[1].condition[3] then 3 else 0;
//|   $machine[1].ticks = if not previous($machine[1].begun) or $machine[1].fired > 0 then 1 else previous($machine[1].ticks) + 1;
//|   $machine[1].delayed = if $machine[1].state == 1 and v >= 3 then 1 elseif $machine[1].state == 2 and $machine[1].ticks >= 2 then 2 else 0;
//|   $machine[1].fired = if previous($machine[1].begun) then if previous($machine[1].delayed) > 0 and ($machine[1].immediate == 0 or previous($machine[1].delayed) < $machine[1].immediate) then previous($machine[1].delayed) else $machine[1].immediate else 0;
//|   $machine[1].state = if $machine[1].fired == 1 then 2 elseif $machine[1].fired == 2 then 1 elseif $machine[1].fired == 3 then 2 elseif previous($machine[1].begun) then previous($machine[1].state) else 1;
//|   $machine[1].pending[1] = not $machine[1].state == 1 and (not previous($machine[1].begun) or previous($machine[1].pending[1]));
//|   $machine[1].pending[2] = not $machine[1].state == 2 and (not previous($machine[1].begun) or previous($machine[1].pending[2]));
//|   activeState(up) = $machine[1].state == 1;
//|   $reset(up) = activeState(up) and (not previous($machine[1].begun) or previous($machine[1].pending[1]) or $machine[1].fired == 2);
//|   activeState(down) = $machine[1].state == 2;
//|   $reset(down) = activeState(down) and (not previous($machine[1].begun) or previous($machine[1].pending[2]) or $machine[1].fired == 1);
//|   v = if activeState(up) then up.v elseif activeState(down) then down.v else previous(v);
//| end Machine;
