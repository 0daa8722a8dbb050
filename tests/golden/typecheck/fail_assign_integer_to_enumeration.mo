// run: check
model M
  type E = enumeration(a, b);
  // error: cannot assign Integer to M.E `e` [TypeMismatch]
  E e = 1;
end M;
