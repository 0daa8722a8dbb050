// run: check -m P.M
package P
  model A0
    Real x = 1;
  end A0;
  model A1
    // error: the model has more than 700000 components [ModelTooLarge]
    A0 a[1000];
  end A1;
  model A2
    A1 a[1000];
  end A2;
  model A3
    A2 a[1000];
  end A3;
  model M
    A3 a;
  end M;
end P;
