// run: dump --ir=flat -m P.M
package P
  function total "a local array as long as the input says, but within the other argument"
    input Integer n;
    input Real u[2];
    output Real y;
  protected
    Real w[n];
  algorithm
    w := 2*u[1:n];
    y := sum(w);
  end total;
  function halves "of the size of what is assigned"
    input Real u[:];
    output Real y[:];
  protected
    Real v[:];
  algorithm
    v := u/2;
    y := v[2:end];
  end halves;
  function counted "interpreted where its arguments are known"
    input Integer n;
    output Real y[:];
  algorithm
    y := fill(0.5, 1);
    for i in 2:n loop
      y := cat(1, y, {i});
    end for;
  end counted;
  model M
    Integer k(start = 1, fixed = true);
    Real a = total(k, {time, 1});
    Real b[2] = halves({time, 1, 2});
    parameter Real c[:] = counted(3);
  equation
    when sample(1, 1) then
      k = 3 - pre(k);
    end when;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.total
//|   input Integer n;
//|   input Real u[1];
//|   input Real u[2];
//|   output Real y;
//| algorithm
//|   y := 0.0;
//| end P.total;
//| function P.total
//|   input Integer n;
//|   input Real u[1];
//|   input Real u[2];
//|   output Real y;
//| protected
//|   Real w[1];
//| algorithm
//|   w[1] := 2.0*u[1];
//|   y := w[1];
//| end P.total;
//| function P.total
//|   input Integer n;
//|   input Real u[1];
//|   input Real u[2];
//|   output Real y;
//| protected
//|   Real w[1];
//|   Real w[2];
//| algorithm
//|   w[1] := 2.0*u[1];
//|   w[2] := 2.0*u[2];
//|   y := w[1] + w[2];
//| end P.total;
//| function P.total
//|   input Integer n;
//|   input Real u[1];
//|   input Real u[2];
//|   output Real y;
//| algorithm
//|   assert(n == 0 or n == 1 or n == 2, "the input `n` of `P.total` gives the size of an array; it was compiled for 0 to 2");
//|   if n == 0 then
//|     (y) := P.total(n, u[1], u[2]);
//|   elseif n == 1 then
//|     (y) := P.total(n, u[1], u[2]);
//|   else
//|     (y) := P.total(n, u[1], u[2]);
//|   end if;
//| end P.total;
//| function P.halves
//|   input Real u[1];
//|   input Real u[2];
//|   input Real u[3];
//|   output Real y[1];
//|   output Real y[2];
//| protected
//|   Real v[1];
//|   Real v[2];
//|   Real v[3];
//| algorithm
//|   v[1] := u[1]/2.0;
//|   v[2] := u[2]/2.0;
//|   v[3] := u[3]/2.0;
//|   y[1] := v[2];
//|   y[2] := v[3];
//| end P.halves;
//| model P.M
//|   Integer k(start = 1, fixed = true);
//|   Real a;
//|   Real b[1];
//|   Real b[2];
//|   parameter Real c[1] = 0.5;
//|   parameter Real c[2] = 2.0;
//|   parameter Real c[3] = 3.0;
//| equation
//|   a = P.total(k, time, 1.0);
//|   b[1] = P.halves(time, 1.0, 2.0).y[1];
//|   b[2] = P.halves(time, 1.0, 2.0).y[2];
//|   when sample(1.0, 1.0) then
//|     k = 3 - pre(k);
//|   end when;
//| end P.M;
