// run: check -m P.M
package P
  model First
    parameter Real a = 1;
    parameter Real b = 2;
    Real c[2](each start = 1) = {a, b};
  end First;
  model Second "Of another value, prefix, modification"
    // error: `a` is declared twice in `P.M` [DuplicateElement]
    //             ^
    parameter Real a = 1.5;
    // error: `b` is declared twice in `P.M` [DuplicateElement]
    //   ^
    Real b = 2;
    // error: `c` is declared twice in `P.M` [DuplicateElement]
    //   ^
    Real c[2](each start = 2) = {a, b};
  end Second;
  model M
    extends First;
    extends Second;
  end M;
end P;
