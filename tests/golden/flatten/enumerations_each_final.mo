// run: dump --ir=flat
model M
  type Mode = enumeration(off, on);
  model Part
    parameter Real k = 1;
    Mode mode = if time > k then Mode.on else Mode.off;
  end Part;
  Part parts[2](each final k = 3);
  Part one(k = 4);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| type M.Mode = enumeration(off, on);
//| model M
//|   final parameter Real parts[1].k = 3.0;
//|   M.Mode parts[1].mode;
//|   final parameter Real parts[2].k = 3.0;
//|   M.Mode parts[2].mode;
//|   parameter Real one.k = 4.0;
//|   M.Mode one.mode;
//| equation
//|   parts[1].mode = if time > parts[1].k then M.Mode.on else M.Mode.off;
//|   parts[2].mode = if time > parts[2].k then M.Mode.on else M.Mode.off;
//|   one.mode = if time > one.k then M.Mode.on else M.Mode.off;
//| end M;
