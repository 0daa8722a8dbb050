// run: dump --ir=flat --set n=3 --set a={4,5,6}
model M
  parameter Integer n = 2;
  parameter Real a[n] = {1, 2};
  parameter Real b[n] = {i for i in 1:n};
end M;
// expect:
