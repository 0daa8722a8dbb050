// run: simulate -m P.M -o {scratch}/r.csv --quiet --stop-time 1
package P
  type Gear = enumeration(low, mid, high);
  record Box
    Integer n[2, Gear];
  end Box;
  function Sum
    input Real r[Gear];
    output Real s = 0;
  algorithm
    for g loop
      s := s + Integer(g)*r[g];
    end for;
  end Sum;
  model M
    Integer n[Gear];
    Boolean b[Boolean];
    Box box;
    parameter Integer k = 2;
    parameter Gear gear = Gear(k);
    Gear later = Gear(integer(1 + 2*time));
  algorithm
    for i loop
      b[i] := not i;
    end for;
  equation
    for g loop
      n[g] = 2*Integer(g);
    end for;
    for i, g loop
      box.n[i, g] = i*Integer(g);
    end for;
    assert(n[Gear.high] == 6 and b[false] and not b[true] and box.n[2, Gear.high] == 6, "ranges");
    assert(gear == Gear.mid, "a conversion");
    when terminal() then
      assert(later == Gear.high, "a conversion of what changes");
    end when;
    assert(abs(Sum({1, 1, 1}) - 6) < 1e-9, "in a function");
  end M;
end P;
