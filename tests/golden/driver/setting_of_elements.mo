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
