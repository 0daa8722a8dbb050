// run: check
package P
  function count
    output Integer n;
  external "C" n = count_of() annotation(Include = "
    static int count_of(void) { ModelicaError(\"no such file\"); return 0; }");
  end count;
  model M
    parameter Integer n = count();
// error: the size of `x` must be an Integer that is known when translating [DimensionNotConstant]
    Real x[n] = fill(time, n);
  end M;
end P;
