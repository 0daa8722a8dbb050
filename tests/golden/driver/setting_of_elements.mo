// run: dump --ir=flat -m P.M --set s[2].c=4 --set a[2]=5 --set w[1,2]=7 --set w[2]={8,9} --set x[1].start=3 --set p.v={4,5,6} --set p.v[3]=0 --set s[3].k[1]=2
package P
  record R
    parameter Real v[3] = {1, 2, 3};
  end R;
  model Spring
    parameter Real c = 1;
    parameter Real k[2] = {1, 1};
  end Spring;
  model M
    Spring s[3](c = {1, 2, 3});
    parameter Real a[:] = {1, 2, 3};
    parameter Real w[2, 2] = [1, 2; 3, 4];
    parameter R p;
    Real x[2](each fixed = true);
  equation
    der(x) = {0, 0};
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real s[1].c = 1.0;
//|   parameter Real s[1].k[1] = 1.0;
//|   parameter Real s[1].k[2] = 1.0;
//|   parameter Real s[2].c = 4.0;
//|   parameter Real s[2].k[1] = 1.0;
//|   parameter Real s[2].k[2] = 1.0;
//|   parameter Real s[3].c = 3.0;
//|   parameter Real s[3].k[1] = 2.0;
//|   parameter Real s[3].k[2] = 1.0;
//|   parameter Real a[1] = 1.0;
//|   parameter Real a[2] = 5.0;
//|   parameter Real a[3] = 3.0;
//|   parameter Real w[1,1] = 1.0;
//|   parameter Real w[1,2] = 7.0;
//|   parameter Real w[2,1] = 8.0;
//|   parameter Real w[2,2] = 9.0;
//|   parameter Real p.v[1] = 4.0;
//|   parameter Real p.v[2] = 5.0;
//|   parameter Real p.v[3] = 0.0;
//|   Real x[1](start = 3.0, fixed = true);
//|   Real x[2](start = 0.0, fixed = true);
//| equation
//|   der(x[1]) = 0.0;
//|   der(x[2]) = 0.0;
//| end P.M;
