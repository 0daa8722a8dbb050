// run: check
package P
  model M
  end M;
// error: class `M` is declared twice in `P` [DuplicateClass]
  block M
  end M;
end P;
