// run: dump --ir=flat -m P.M
package P
  model Cell
    parameter Real charge = 1;
  end Cell;
  model Pack = Cell[2];
  model Battery "An array of cells (MLS 4.5.2)"
    extends Pack(each charge = 2);
  end Battery;
  record Pose
    Real x;
  end Pose;
  connector PoseIn = input Pose;
  connector Bundle "An input (MLS 4.5.2)"
    extends PoseIn;
  end Bundle;
  block Sink
    Bundle u;
  end Sink;
  model M
    Battery b;
    Sink s(u(x = 2));
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real b[1].charge = 2.0;
//|   parameter Real b[2].charge = 2.0;
//|   Real s.u.x;
//| equation
//|   s.u.x = 2.0;
//| end P.M;
