// run: check -m P.M
package P
  model Cell
    Real charge = 1;
  end Cell;
  model Pack = Cell[2];
  record Pose
    Real x;
  end Pose;
  connector PoseIn = input Pose;
  model Battery
    extends Pack;
    Real voltage = 12;
  end Battery;
  model TwoBases
    extends Pack;
    extends Cell;
  end TwoBases;
  connector Bundle
    extends PoseIn;
    input Real extra;
  end Bundle;
  model M
    Battery b;
    TwoBases t;
    Bundle u;
  end M;
end P;
