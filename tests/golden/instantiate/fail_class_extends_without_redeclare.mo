// run: check -m P.M
package P
  model Base
    replaceable model Law
      Real f = 1;
    end Law;
    Law first;
  end Base;
  model User
    extends Base;
    // error: `model extends Law` redeclares the inherited class without the word `redeclare` [DuplicateElement]
    //            ^
    model extends Law
      Real g = 2;
    end Law;
  end User;
  model M
    User u;
    Real h = u.first.g;
  end M;
end P;
