// run: simulate --stop-time 1 --intervals 1 --quiet -o {scratch}/x.csv
// A text of its own is passed by value, whatever the subroutine writes into it: dgesvx tells in `equed` how it scaled.
model FortranText
  function solve "Solves A*x = b, or A'*x = b"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1), 1];
    input Boolean transposed;
    output Real x[size(A, 1), 1];
  protected
    Integer n = size(A, 1);
    Integer one = 1;
    String trans = if transposed then "T" else "N";
    String equed = " ";
    Real M[size(A, 1), size(A, 1)] = A;
    Real c[size(A, 1), 1] = b;
    Real factors[size(A, 1), size(A, 1)];
    Real rows[size(A, 1)];
    Real columns[size(A, 1)];
    Real ferr[1];
    Real berr[1];
    Real rcond;
    Real work[4*size(A, 1)];
    Integer pivots[size(A, 1)];
    Integer iwork[size(A, 1)];
    Integer info;
  // note: C code of the model is compiled and runs with your rights: `FortranText.solve` [ExternalCode]
  external "FORTRAN 77" dgesvx("N", trans, n, one, M, n, factors, n, pivots, equed, rows, columns, c, n, x, n, rcond, ferr,
    berr, work, iwork, info) annotation(Library = "lapack");
  end solve;
  Real x[2, 1] = solve([1, 2; 3, 4.5 + time], [1; 2], true);
equation
  assert(abs(x[1, 1] - 1) < 1e-12 and abs(x[2, 1]) < 1e-12, "x = {1, 0} for all times");
end FortranText;
