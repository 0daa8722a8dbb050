// run: dump --ir=flat
model M "Over so many elements as the simulation says"
  record R
    Real a;
    Integer n;
  end R;
  function part
    input Real x[:, :];
    input Integer n;
    input R r;
    output Real s;
    output Integer m;
  algorithm
    s := sum(x[1:n, 2]) + product(r.a*i for i in 1:r.n);
    m := 0;
    for k in 1:n loop
      m := m + max(i*j for i in k:n, j in {1, 2});
    end for;
  end part;
  Integer k(start = 1, fixed = true);
  R r(a = time, n = k);
  Real x[3] = {1, 2, time};
  Real y = sum(x[1:k]) + min(x[k:-1:1]);
  Real z;
  Integer m;
equation
  (z, m) = part([x, 2*x], k, r);
  when sample(0.2, 0.2) then
    k = pre(k) + 1;
  end when;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function $sum
//|   input Integer k;
//|   input Real x[1];
//|   input Real x[2];
//|   input Real x[3];
//|   output Real result;
//| protected
//|   Integer $i1;
//|   Integer $iStop2;
//|   Integer $i3;
//| algorithm
//|   result := 0.0;
//|   $i1 := 1;
//|   $iStop2 := k;
//|   while $i1 <= $iStop2 loop
//|     $i3 := $i1;
//|     $i1 := $i1 + 1;
//|     result := result + x[1 + ($i3 - 1)];
//|   end while;
//| end $sum;
//| function $min
//|   input Integer k;
//|   input Real x[1];
//|   input Real x[2];
//|   input Real x[3];
//|   output Real result;
//| protected
//|   Integer $i1;
//|   Integer $i2;
//| algorithm
//|   result := 1.7976931348623157e+308;
//|   $i1 := k;
//|   while $i1 >= 1 loop
//|     $i2 := $i1;
//|     $i1 := $i1 + (-1);
//|     result := min(result, x[1 + ($i2 - 1)]);
//|   end while;
//| end $min;
//| function M.part
//|   input Real x[1,1];
//|   input Real x[1,2];
//|   input Real x[2,1];
//|   input Real x[2,2];
//|   input Real x[3,1];
//|   input Real x[3,2];
//|   input Integer n;
//|   input Real r.a;
//|   input Integer r.n;
//|   output Real s;
//|   output Integer m;
//| protected
//|   Integer $k1;
//|   Integer $kStop2;
//|   Integer $k3;
//| algorithm
//|   s := $sum(n, x[1,1], x[1,2], x[2,1], x[2,2], x[3,1], x[3,2]) + $product(r.a, r.n);
//|   m := 0;
//|   $k1 := 1;
//|   $kStop2 := n;
//|   while $k1 <= $kStop2 loop
//|     $k3 := $k1;
//|     $k1 := $k1 + 1;
//|     m := m + $max($k3, n);
//|   end while;
//| end M.part;
//| function $sum
//|   input Integer n;
//|   input Real x[1,1];
//|   input Real x[1,2];
//|   input Real x[2,1];
//|   input Real x[2,2];
//|   input Real x[3,1];
//|   input Real x[3,2];
//|   output Real result;
//| protected
//|   Integer $i1;
//|   Integer $iStop2;
//|   Integer $i3;
//| algorithm
//|   result := 0.0;
//|   $i1 := 1;
//|   $iStop2 := n;
//|   while $i1 <= $iStop2 loop
//|     $i3 := $i1;
//|     $i1 := $i1 + 1;
//|     result := result + x[1 + (($i3 - 1)*2 + 1)];
//|   end while;
//| end $sum;
//| function $product
//|   input Real r.a;
//|   input Integer r.n;
//|   output Real result;
//| protected
//|   Integer $i1;
//|   Integer $iStop2;
//|   Integer $i3;
//| algorithm
//|   result := 1.0;
//|   $i1 := 1;
//|   $iStop2 := r.n;
//|   while $i1 <= $iStop2 loop
//|     $i3 := $i1;
//|     $i1 := $i1 + 1;
//|     result := result*(r.a*$i3);
//|   end while;
//| end $product;
//| function $max
//|   input Integer k;
//|   input Integer n;
//|   output Integer result;
//| protected
//|   Integer $i1;
//|   Integer $iStop2;
//|   Integer $i3;
//|   Integer $i4;
//|   Integer $iStop5;
//|   Integer $i6;
//| algorithm
//|   result := -2147483648;
//|   $i1 := k;
//|   $iStop2 := n;
//|   while $i1 <= $iStop2 loop
//|     $i3 := $i1;
//|     $i1 := $i1 + 1;
//|     result := max(result, $i3);
//|   end while;
//|   $i4 := k;
//|   $iStop5 := n;
//|   while $i4 <= $iStop5 loop
//|     $i6 := $i4;
//|     $i4 := $i4 + 1;
//|     result := max(result, $i6*2);
//|   end while;
//| end $max;
//| model M
//|   Integer k(start = 1, fixed = true);
//|   Real r.a;
//|   Integer r.n;
//|   Real x[1];
//|   Real x[2];
//|   Real x[3];
//|   Real y;
//|   Real z;
//|   Integer m;
//| equation
//|   r.a = time;
//|   r.n = k;
//|   x[1] = 1.0;
//|   x[2] = 2.0;
//|   x[3] = time;
//|   y = $sum(k, x[1], x[2], x[3]) + $min(k, x[1], x[2], x[3]);
//|   z = M.part(x[1], 2.0*x[1], x[2], 2.0*x[2], x[3], 2.0*x[3], k, r.a, r.n).s;
//|   m = M.part(x[1], 2.0*x[1], x[2], 2.0*x[2], x[3], 2.0*x[3], k, r.a, r.n).m;
//|   when sample(0.2, 0.2) then
//|     k = pre(k) + 1;
//|   end when;
//| end M;
