package ObjectsInFunctions "External objects as protected variables of functions (MLS 12.9.7)"
  class Cell
    extends ExternalObject;
    function constructor
      input Real v;
      input String name = "";
      output Cell c;
    external "C" c = cell_new(v, name) annotation(Include = "#include <stdlib.h>
#include <string.h>
static int cells_alive = 0;
static void* cell_new(double v, const char* name) {
  double* cell = (double*)malloc(sizeof(double));
  if (v > 100) {
    free(cell);
    ModelicaError(\"too large\");
  }
  *cell = v + strlen(name);
  ++cells_alive;
  return cell;
}");
    end constructor;
    function destructor
      input Cell c;
    external "C" cell_del(c) annotation(Include = "#include <stdlib.h>
static void cell_del(void* cell) {
  --cells_alive;
  free(cell);
}");
    end destructor;
  end Cell;
  function value
    input Cell c;
    output Real v;
  external "C" v = cell_get(c) annotation(Include = "static double cell_get(void* cell) { return *(double*)cell; }");
  end value;
  impure function alive
    output Integer n;
  external "C" n = cell_alive() annotation(Include = "static int cell_alive(void) { return cells_alive; }");
  end alive;
  function doubled
    input Real u;
    output Real y;
  protected
    Real k = u*u;
    Cell c = Cell(k);
    Cell d = Cell(k, name = "ab");
  algorithm
    y := value(c) + value(d);
    if u > 0.5 then
      return;
    end if;
    y := 2*value(c) + 2;
  end doubled;
  function nested
    input Cell c;
    input Integer n;
    output Real y;
  protected
    Cell own = Cell(value(c) + 1);
  algorithm
    if n == 0 then
      y := value(c);
    else
      y := value(c) + nested(own, n - 1) + value(own);
    end if;
  end nested;
  function array
    input Real u[:];
    output Real y;
  protected
    Cell c[size(u, 1)] = Cell(u);
  algorithm
    y := 0;
    for i in 1:size(u, 1) loop
      y := y + value(c[i]);
    end for;
  end array;
  record R
    Real a;
    Cell c;
  end R;
  function rec
    input Real u;
    output Real y;
  protected
    R r(a = u, c = Cell(2*u));
  algorithm
    y := value(r.c) + r.a;
  end rec;
  function failing
    input Real u;
    output Real y;
  protected
    Cell c = Cell(u);
  algorithm
    assert(value(c) < 0.4 + 1e-9, "too much");
    y := value(c);
  end failing;
  model Values "doubled, array, nested and rec, and how many objects live between their calls"
    Real y = doubled(time);
    Real z = array({time, 2, 3});
    Real w = rec(time);
    Cell c = Cell(3);
    Real n = nested(c, 3);
    Integer alive_now(start = 0, fixed = true);
  equation
    when sample(0.1, 0.1) then
      alive_now = alive();
    end when;
  end Values;
  model Solve "x^2 = time + 1 through an object"
    Real x(start = 1);
  equation
    doubled(x) = 2*(time + 1) + 2;
  end Solve;
  model Constrained
    Real x(start = 1, stateSelect = StateSelect.never), v;
  equation
    doubled(x) = 2*(time + 1) + 2;
    v = der(x);
  end Constrained;
  model Recovers "steps over the event run into the assertion, and are made again"
    Real x(start = 0, fixed = true);
    Integer alive_now(start = -1, fixed = true);
  equation
    der(x) = if x < 0.4 then 1 + 1e-12*failing(x) else 1;
    when time > 0.9 then
      alive_now = alive();
    end when;
  end Recovers;
  model Fails "at 0.4 s"
    Real y = failing(time);
  end Fails;
  model TooLarge
    Real y = doubled(1 + 20*time);
  end TooLarge;
end ObjectsInFunctions;
