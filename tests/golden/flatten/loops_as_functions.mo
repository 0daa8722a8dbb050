// run: dump --ir=flat
model M "Loops whose number of turns is known during the simulation only"
  parameter Integer n = 2;
  Integer k(start = 1, fixed = true);
  Real x, y, z[3];
  Integer count;
equation
  when sample(0.2, 0.2) then
    k = pre(k) + 1;
  end when;
algorithm
  x := 0;
  for i in 1:k loop
    for j in i:n loop
      x := x + i*j*time;
    end for;
  end for;
algorithm
  y := 1;
  while y < 10 + time loop
    y := 2*y;
    if y > 100 then
      break;
    end if;
  end while;
algorithm
  z := {1, 2, 3};
  count := 0;
  for i in 1:2 loop
    for j in i:k loop
      z[i] := z[i] + sum(z[1:n]);
      count := count + 1;
    end for;
  end for;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function $loop
//|   input Integer k;
//|   input Integer n;
//|   input Real x;
//|   input Real time;
//|   output Real x;
//| protected
//|   Integer $i1;
//|   Integer $iStop2;
//|   Integer $i3;
//|   Integer $j4;
//|   Integer $jStop5;
//|   Integer $j6;
//| algorithm
//|   x := x;
//|   $i1 := 1;
//|   $iStop2 := k;
//|   while $i1 <= $iStop2 loop
//|     $i3 := $i1;
//|     $i1 := $i1 + 1;
//|     $j4 := $i3;
//|     $jStop5 := n;
//|     while $j4 <= $jStop5 loop
//|       $j6 := $j4;
//|       $j4 := $j4 + 1;
//|       x := x + $i3*$j6*time;
//|     end while;
//|   end while;
//| end $loop;
//| function $loop
//|   input Real y;
//|   input Real time;
//|   output Real y;
//| algorithm
//|   y := y;
//|   while y < 10.0 + time loop
//|     y := 2.0*y;
//|     if y > 100.0 then
//|       break;
//|     end if;
//|   end while;
//| end $loop;
//| function $loop
//|   input Integer i;
//|   input Integer k;
//|   input Real z[1];
//|   input Real z[2];
//|   input Real z[3];
//|   input Integer n;
//|   input Integer count;
//|   output Real z[1];
//|   output Real z[2];
//|   output Real z[3];
//|   output Integer count;
//| protected
//|   Integer $j1;
//|   Integer $jStop2;
//|   Integer $j3;
//| algorithm
//|   z[1] := z[1];
//|   z[2] := z[2];
//|   z[3] := z[3];
//|   count := count;
//|   $j1 := i;
//|   $jStop2 := k;
//|   while $j1 <= $jStop2 loop
//|     $j3 := $j1;
//|     $j1 := $j1 + 1;
//|     z[1 + i - 1] := z[1 + (i - 1)] + (z[1] + z[2]);
//|     count := count + 1;
//|   end while;
//| end $loop;
//| model M
//|   parameter Integer n = 2;
//|   Integer k(start = 1, fixed = true);
//|   Real x;
//|   Real y;
//|   Real z[1];
//|   Real z[2];
//|   Real z[3];
//|   Integer count;
//| equation
//|   when sample(0.2, 0.2) then
//|     k = pre(k) + 1;
//|   end when;
//|   x = $loop(k, n, 0.0, time);
//|   y = $loop(1.0, time);
//|   z[1] = $loop(2, k, $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[1], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[2], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[3], n, $loop(1, k, 1.0, 2.0, 3.0, n, 0).count).z[1];
//|   z[2] = $loop(2, k, $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[1], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[2], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[3], n, $loop(1, k, 1.0, 2.0, 3.0, n, 0).count).z[2];
//|   z[3] = $loop(2, k, $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[1], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[2], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[3], n, $loop(1, k, 1.0, 2.0, 3.0, n, 0).count).z[3];
//|   count = $loop(2, k, $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[1], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[2], $loop(1, k, 1.0, 2.0, 3.0, n, 0).z[3], n, $loop(1, k, 1.0, 2.0, 3.0, n, 0).count).count;
//| end M;
