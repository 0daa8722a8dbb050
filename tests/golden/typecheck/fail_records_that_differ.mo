// run: check
model M "Records fit that have the same components (MLS 6.7)"
  record A
    Real x;
  end A;
  record B
    Real y;
  end B;
  A a;
  B b(y = 1);
equation
  // error: cannot assign M.B to M.A `a` [TypeMismatch]
  //  ^
  a = b;
end M;
