// run: dump --ir=flat
package P
  function F
    input Real u;
    output Real p;
    output Real q;
  algorithm
    p := 2*u;
    q := u^2;
  end F;
  model M "each variable that the algorithm assigns gets one equation"
    parameter Integer n = 3;
    parameter Real fast(fixed = false);
    Real v[n], s, p, q, y(start = 5);
    Integer count(start = 0, fixed = true), k;
  initial algorithm
    fast := 1;
    fast := fast + n;
  algorithm
    s := y;
    for i in 1:n loop
      v[i] := i*time;
      s := s + v[i];
      if s > 10 then
        break;
      end if;
    end for;
    (p, q) := F(s);
    y := p;
    if y > 1 then
      y := 1;
      assert(q < 100, "too fast");
    end if;
    k := 0;
    while k < n loop
      k := k + 1;
    end while;
    when {time > 1, s > 3} then
      count := pre(count) + 1;
      count := count + (if q > 1 then 1 else 0);
    elsewhen initial() then
      count := 7;
    end when;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.F
//|   input Real u;
//|   output Real p;
//|   output Real q;
//| algorithm
//|   p := 2.0*u;
//|   q := u^2.0;
//| end P.F;
//| model P.M
//|   parameter Integer n = 3;
//|   parameter Real fast(fixed = false);
//|   Real v[1];
//|   Real v[2];
//|   Real v[3];
//|   Real s;
//|   Real p;
//|   Real q;
//|   Real y(start = 5.0);
//|   Integer count(start = 0, fixed = true);
//|   Integer k;
//| initial equation
//|   fast = 1.0 + n;
//| equation
//|   s = if 5.0 + time > 10.0 then 5.0 + time elseif 5.0 + time + 2.0*time > 10.0 then 5.0 + time + 2.0*time else 5.0 + time + 2.0*time + 3.0*time;
//|   v[1] = time;
//|   v[2] = if 5.0 + time > 10.0 then 0.0 else 2.0*time;
//|   v[3] = if 5.0 + time > 10.0 then 0.0 elseif 5.0 + time + 2.0*time > 10.0 then 0.0 else 3.0*time;
//|   p = P.F(s).p;
//|   q = P.F(s).q;
//|   y = if p > 1.0 then 1.0 else p;
//|   k = 3;
//|   count = if active(time > 1.0) or active(s > 3.0) then noEvent(pre(count) + 1 + (if q > 1.0 then 1 else 0)) elseif active(initial()) then 7 else pre(count);
//|   if p > 1.0 then
//|     assert(q < 100.0, "too fast");
//|   end if;
//| end P.M;
