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
    output Real a := u;
    output Real b = u;
  end both;
  model M "The legal twin of fail_forms"
    Real a[3] = {1, 2, 3};
    Real second = a[2];
    Point points[2](x = {1, 2});
    Real x = points[2].x;
    Real none[:] = fill(0.0, 0);
    Real table[2, 2] = {i + j for i in 1:2, j in 1:2};
    replaceable Linear law constrainedby Law "behind";
    Real p, q;
  equation
    (p, q) = both(time);
  end M;
end P;
