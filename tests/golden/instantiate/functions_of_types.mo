// run: dump --ir=flat
model M "A type may hold functions (MLS 4.6, 9.4.1)"
  type Pair = Real[2];
  type Direction
    extends Pair;
    function turned
      input Direction d;
      output Direction t = {-d[2], d[1]};
    algorithm
    end turned;
  end Direction;
  Direction d = {cos(time), sin(time)};
  Direction t = Direction.turned(d);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.Direction.turned
//|   input Real d[1];
//|   input Real d[2];
//|   output Real t[1];
//|   output Real t[2];
//| algorithm
//|   t[1] := -d[2];
//|   t[2] := d[1];
//| end M.Direction.turned;
//| model M
//|   Real d[1];
//|   Real d[2];
//|   Real t[1];
//|   Real t[2];
//| equation
//|   d[1] = cos(time);
//|   d[2] = sin(time);
//|   t[1] = M.Direction.turned(d[1], d[2]).t[1];
//|   t[2] = M.Direction.turned(d[1], d[2]).t[2];
//| end M;
