// run: check -m P.M
package P
  model Left
    record Load
      Real m = 1;
    end Load;
    record Same "one"
      Real m = 1 "mass";
    end Same;
    // error: `gap` is a component and a class of `P.M` [DuplicateElement]
    //   ^
    Real gap = 1;
  end Left;
  model M "What is inherited, too, is the same (MLS 7.1); a component and a class have two names (MLS 4.2)"
    extends Left;
    // error: the class `Load` is inherited, too, with other contents [DuplicateElement]
    //     ^
    record Load
      Real m = 2;
    end Load;
    record Same "the other"
      Real m = 1;
    end Same;
    record gap
      Real width = 2;
    end gap;
    Load load;
  end M;
end P;
