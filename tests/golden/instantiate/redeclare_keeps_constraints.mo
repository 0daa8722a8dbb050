// run: simulate -m P.M -o {scratch}/r.csv --quiet --stop-time 1
package P "Modifiers of each constraining clause hold for what comes later (MLS 7.3.2)"
  record Small
    Real a = 1;
  end Small;
  record Large
    Real a = 10;
    Real b = 20;
  end Large;
  model Slot
    replaceable Large part constrainedby Small(a = 5);
    replaceable record Data = Large constrainedby Small(a = 6);
    Data data;
  end Slot;
  model Tuned
    extends Slot(redeclare replaceable Large part constrainedby Large(b = 7),
      redeclare replaceable record Data = Large constrainedby Large(b = 8));
  end Tuned;
  model Own
    extends Slot;
    redeclare replaceable Large part constrainedby Large(b = 9);
    redeclare record Data = Large(b = 11);
  end Own;
  model M
    Tuned t(redeclare Large part, redeclare record Data = Large);
    Own o(redeclare Large part(b = 3));
    model Row
      Real x[:] = ones(size(x, 1));
    end Row;
    Row row(redeclare Real x[3]);
  equation
    assert(abs(t.part.a - 5) + abs(t.part.b - 7) < 1e-9, "component");
    assert(abs(t.data.a - 6) + abs(t.data.b - 8) < 1e-9, "class");
    assert(abs(o.part.a - 5) + abs(o.part.b - 3) < 1e-9, "component of the class");
    assert(abs(o.data.a - 6) + abs(o.data.b - 11) < 1e-9, "class of the class");
    assert(size(row.x, 1) == 3, "size");
  end M;
end P;
