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
    Real second = (a)[2];
    Point points[2](x = {1, 2});
    Real x = (points[2]).x;
    Real none[:] = {};
    Real table[2, 2] = {i + i for i in 1:2, i in 1:2};
    Real assigned := 1;
    Real taken = break;
    replaceable Linear law "before" constrainedby Law "behind";
    Real p, q;
  equation
    (p + 1, q) = both(time);
    taken = 1;
  end M;
end P;
