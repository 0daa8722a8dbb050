// run: check -m P.M
package P
  record Counts
    Real n(start = 0, fixed = true);
  end Counts;
  model Counter
    Real n(start = 0, fixed = true);
    Counts counts;
  end Counter;
  model M "A when-clause assigns variables of its model (MLS 4.4.4)"
    Counts good;
    Counter store;
    Counter many[2];
  equation
    when sample(0.2, 0.2) then
      good.n = pre(good.n) + 1;
      // error: a when-clause cannot assign a variable of the component `store`, which is a model [WhenOfSubmodel]
      store.n = pre(store.n) + 1;
      // error: a when-clause cannot assign a variable of the component `many`, which is a model [WhenOfSubmodel]
      many[1].n = pre(many[1].n) + 1;
    end when;
    many[2].n = 1;
  algorithm
    when sample(0.2, 0.2) then
      // error: a when-clause cannot assign a variable of the component `store`, which is a model [WhenOfSubmodel]
      store.counts.n := pre(store.counts.n) + 1;
      // error: a when-clause cannot assign a variable of the component `many`, which is a model [WhenOfSubmodel]
      many[1].counts.n := pre(many[1].counts.n) + 1;
      // error: a when-clause cannot assign a variable of the component `many`, which is a model [WhenOfSubmodel]
      many[2].counts.n := pre(many[2].counts.n) + 1;
    end when;
  end M;
end P;
