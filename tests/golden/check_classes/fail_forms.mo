// run: check -m P.M
package P
  record Point
    Real x;
  end Point;
  partial model Law
    Real f = 1;
  end Law;
  model Linear
    extends Law;
  end Linear;
  function both
    input Real u;
    output Real a = u;
    output Real b = u;
  end both;
  model M "What the grammar alone does not tell (MLS 3.2, 7.2.7, 7.3.2.1, 8.3.1, 10.4)"
    Real a[3] = {1, 2, 3};
    // warning: subscripts stand behind the name of a component only, not behind parentheses [FormNotAllowed]
    //            ^
    Real second = (a)[2];
    Point points[2](x = {1, 2});
    // warning: `.` stands behind the name of a component only, not behind parentheses [FormNotAllowed]
    //       ^
    Real x = (points[2]).x;
    // error: an array constructor has at least one argument, which gives it its type [FormNotAllowed]
    //             ^
    Real none[:] = {};
    // error: two iterators have the name `i` [FormNotAllowed]
    //                                      ^
    Real table[2, 2] = {i + i for i in 1:2, i in 1:2};
    // error: `:=` gives a value to variables of functions only [FormNotAllowed]
    //            ^
    Real assigned := 1;
    // error: `taken` is declared here: there is no value to take away with `break` [FormNotAllowed]
    //         ^
    Real taken = break;
    // error: `law` has a description or annotation before and behind its constraining clause [FormNotAllowed]
    //                                                ^
    replaceable Linear law "before" constrainedby Law "behind";
    Real p, q;
  equation
    // error: only a variable can take a result of the call [FormNotAllowed]
    (p + 1, q) = both(time);
    taken = 1;
  end M;
end P;
