// run: simulate -m P.M -o {scratch}/r.csv --quiet
package P
  function solve "LAPACK takes matrices by columns and all by address"
    input Real A[:, :];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Integer n = size(A, 1);
    Integer columns = 1;
    Real LU[size(A, 1), size(A, 1)] = A;
    Integer pivots[size(A, 1)];
  // note: C code of the model is compiled and runs with your rights: `P.solve` [ExternalCode]
  external "FORTRAN 77" dgesv(n, columns, LU, n, pivots, x, n, info) annotation(Library = "lapack");
  end solve;
  model M
    Real x[2] = solve({{2, 1}, {0, 1}}, {5, 1 + time});
  equation
    assert(abs(x[1] - (4 - time)/2) < 1e-12 and abs(x[2] - 1 - time) < 1e-12, "x is " + String(x[1]) + ", " + String(x[2]));
  end M;
end P;
