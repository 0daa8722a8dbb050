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
    // error: `Battery` extends an array class: nothing can stand beside that in the class [BaseNotAlone]
    //   ^
    Real voltage = 12;
  end Battery;
  model TwoBases
    extends Pack;
    // error: `TwoBases` extends an array class: nothing can stand beside that in the class [BaseNotAlone]
    //      ^
    extends Cell;
  end TwoBases;
  connector Bundle
    extends PoseIn;
    // error: `Bundle` extends a class with a prefix: nothing can stand beside that in the class [BaseNotAlone]
    //         ^
    input Real extra;
  end Bundle;
  model M
    Battery b;
    TwoBases t;
    Bundle u;
  end M;
end P;
