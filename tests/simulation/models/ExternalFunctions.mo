package ExternalFunctions "Functions in C, and an object of ours with its life"
  function cube "y = x^3, with its derivative"
    input Real x;
    output Real y;
  external "C" y = cube(x) annotation(Include = "static double cube(double x) { return x*x*x; }");
    annotation(derivative = cube_der);
  end cube;

  function cube_der
    input Real x;
    input Real x_der;
    output Real y_der;
  external "C" y_der = cube_der(x, x_der)
    annotation(Include = "static double cube_der(double x, double d) { return 3*x*x*d; }");
    annotation(derivative(order = 2) = cube_der2);
  end cube_der;

  function cube_der2
    input Real x;
    input Real x_der;
    input Real x_der2;
    output Real y_der2;
  external "C" y_der2 = cube_der2(x, x_der, x_der2)
    annotation(Include = "static double cube_der2(double x, double d, double e) { return 6*x*d*d + 3*x*x*e; }");
  end cube_der2;

  function root "y = x^(1/3), without a derivative"
    input Real x;
    output Real y;
  external "C" y = cbrt(x) annotation(Include = "#include <math.h>");
  end root;

  type Kind = enumeration(plain, doubled);

  function mix "Arguments and results of all kinds"
    input Real x;
    input Integer n;
    input Boolean on;
    input Kind kind;
    input String name;
    input Real v[:];
    input Integer k[:];
    output Real sum;
    output Integer count;
    output Boolean odd;
    output Real w[size(v, 1)];
    output Integer m[2];
  external "C" sum = mix(x, n, on, kind, name, v, size(v, 1), k, size(k, 1), count, odd, w, m)
    annotation(Include = "
      #include <string.h>
      static double mix(double x, int n, int on, int kind, const char* name, const double* v, size_t nv, const int* k,
                        size_t nk, int* count, int* odd, double* w, int* m) {
        double sum = x + (on ? n : -n);
        *count = (int)strlen(name) + 100*kind;
        for (size_t i = 0; i < nv; ++i) { sum += v[i]; w[i] = 2*v[i]; }
        *odd = *count % 2;
        m[0] = m[1] = 0;
        for (size_t i = 0; i < nk; ++i) { m[0] += k[i]; m[1] = k[i]; }
        return sum;
      }");
  end mix;

  function total "The default mapping of arguments"
    input Real v[:, :];
    output Real y;
  external annotation(Include = "
      static double total(const double* v, size_t rows, size_t columns) {
        double y = 0;
        for (size_t i = 0; i < rows*columns; ++i) y += v[i]*(double)(i + 1);
        return y + 1000*(double)rows;
      }");
  end total;

  class Spring "A spring that counts how often it is asked, and tells a file when it comes and goes"
    extends ExternalObject;
    constant String code = "
      #include <stdio.h>
      #include <stdlib.h>
      #include \"ModelicaUtilities.h\"
      #ifndef SPRING
      #define SPRING
      typedef struct { double stiffness; const char* log; const char* name; } Spring;
      static void tell(const Spring* spring, const char* what) {
        FILE* file = fopen(spring->log, \"a\");
        if (!file) ModelicaFormatError(\"cannot write to the log of spring %s\", spring->name);
        fprintf(file, \"%s %s\\n\", what, spring->name);
        fclose(file);
      }
      static void* make_spring(double stiffness, const char* name, const char* log) {
        const Spring made = {stiffness, log, name};
        tell(&made, \"made\");
        Spring* spring = malloc(sizeof *spring);
        if (!spring) ModelicaError(\"no memory for a spring\");
        *spring = made;
        return spring;
      }
      static void end_spring(void* object) {
        tell(object, \"ended\");
        free(object);
      }
      static double spring_force(void* object, double s) {
        const Spring* spring = object;
        if (s > 2) ModelicaFormatError(\"the spring %s is torn at s = %g m\", spring->name, s);
        return spring->stiffness*s;
      }
      #endif";

    function constructor
      input Real stiffness;
      input String name;
      input String log;
      output Spring spring;
    external "C" spring = make_spring(stiffness, name, log) annotation(Include = Spring.code);
    end constructor;

    function destructor
      input Spring spring;
    external "C" end_spring(spring) annotation(Include = Spring.code);
    end destructor;
  end Spring;

  function force
    input Spring spring;
    input Real s;
    output Real f;
  external "C" f = spring_force(spring, s) annotation(Include = Spring.code);
  end force;

  model Calls
    constant Real v[3] = {1, 2, 3};
    Real y(start = 1, fixed = true);
    Real z(start = 8) "from an equation with a function that has no derivative";
    Real sum;
    Integer count;
    Boolean odd;
    Real w[3];
    Integer m[2];
    parameter Real t = total([1, 2; 3, 4; 5, 6]);
  equation
    der(y) = -cube(y);
    root(z) = 2 + time;
    (sum, count, odd, w, m) = mix(time, 10, time > 0.5, Kind.doubled, "name", v, {4, 5});
    annotation(experiment(StopTime = 1, Tolerance = 1e-8));
  end Calls;

  model Constrained "Index reduction through a function with a derivative"
    Real s(stateSelect = StateSelect.prefer);
    Real v;
    Real a;
    Real f "what holds the point on its way";
  equation
    s = cube(time);
    v = der(s);
    a = der(v);
    a = f;
    annotation(experiment(StopTime = 1));
  end Constrained;

  model Chosen "Only what the parameter chooses has to have a derivative"
    parameter Boolean smooth = true;
    Real y, v;
  equation
    if smooth then
      y = cube(time);
    else
      y = root(time);
    end if;
    v = der(y);
    annotation(experiment(StopTime = 1));
  end Chosen;

  function note "Writes a line: called for that only"
    input String log;
    input Integer place;
    input Real value;
  external "C" note(log, place, value) annotation(Include = "
      #include <stdio.h>
      static void note(const char* log, int place, double value) {
        FILE* file = fopen(log, \"a\");
        if (!file) return;
        fprintf(file, \"%d %g\\n\", place, value);
        fclose(file);
      }");
  end note;

  function noteTwice
    input String log;
    input Integer place;
    input Real value;
  algorithm
    note(log, place, value);
    note(log, place, value);
  end noteTwice;

  function requireRising "Nothing but an assertion"
    input Real v[:];
  algorithm
    for i in 2:size(v, 1) loop
      assert(v[i] > v[i - 1], "element " + String(i) + " does not rise");
    end for;
  end requireRising;

  model Effects
    parameter String log = "";
    parameter Real knots[3] = {1, 2, 3};
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  initial algorithm
    requireRising(knots);
  equation
    requireRising({x, x + 1});
    der(x) = 1;
    when x > 0.25 then
      note(log, 1, x);
      note(log, 1, x);
    elsewhen x > 0.75 then
      noteTwice(log, 2, x);
    end when;
  algorithm
    when sample(0.5, 0.5) then
      n := n + 1;
      if n > 1 then
        note(log, 4, n);
      else
        note(log, 3, n);
      end if;
    end when;
    annotation(experiment(StopTime = 1.2));
  end Effects;

  model Springs
    parameter String log = "";
    parameter Real c = 4;
    Spring soft = Spring(c, "soft", log);
    Spring stiff = Spring(9*soft_force, "stiff", log);
    parameter Real soft_force = force(soft, 1);
    parameter Real reach = 1;
    parameter Real launch = 0;
    Real s(start = reach, fixed = true);
    Real v(start = launch, fixed = true);
  equation
    v = der(s);
    der(v) = -force(stiff, s);
    annotation(experiment(StopTime = 1, Tolerance = 1e-9));
  end Springs;

  function ill "Works up to x = 1/2"
    input Real x;
    input Integer way;
    output Real y;
  external "C" y = ill(x, way) annotation(Include = "
      static double deep(double x, volatile char* p) {
        volatile char room[4096];
        room[0] = p ? *p : 1;
        return deep(x + 1, room) + room[0];
      }
      double ill(double x, int way) {
        if (x <= 0.5) {
          if (x > 0.25) ModelicaFormatWarning(\"x = %s soon\", \"1/2\");
          return x;
        }
        switch (way) {
          case 1: return *(volatile double*)8;
          case 2: abort();
          case 3: return deep(x, 0);
          case 4: exit(0);
          default: return x;
        }
      }");
  end ill;

  model Ill
    parameter Integer way = 0;
    Real x(start = 0, fixed = true);
  equation
    der(x) = ill(time, way);
    annotation(experiment(StopTime = 1));
  end Ill;

  class Mortal "Its end fails"
    extends ExternalObject;
    constant String code = "
      static int life = 0;
      void* make_mortal(int way) { life = way; return &life; }
      void end_mortal(void* object) {
        if (*(int*)object == 1) ModelicaError(\"cannot end\");
        if (*(int*)object == 2) *(volatile int*)8 = 0;
      }";

    function constructor
      input Integer way;
      output Mortal mortal;
    external "C" mortal = make_mortal(way) annotation(Include = Mortal.code);
    end constructor;

    function destructor
      input Mortal mortal;
    external "C" end_mortal(mortal) annotation(Include = Mortal.code);
    end destructor;
  end Mortal;

  function half "Its library was not built; the sources are there"
    input Real x;
    output Real y;
  external "C" y = half(x) annotation(Include = "#include \"halves.h\"",
    IncludeDirectory = "modelica://ExternalFunctions/c_sources", Library = "StictionHalves");
  end half;

  model FromSources
    Real x = half(time);
  end FromSources;

  function digits "Of a number that a text ends with"
    input String text;
    input String last;
    output Integer n;
  external "C" n = digits(text, last) annotation(Include = "
    #include <string.h>
    static int digits(const char* text, const char* end) {
      size_t n = strlen(text), m = strlen(end), digits = 0;
      if (n < m || strcmp(text + n - m, end) != 0) return -1;
      while (digits + m < n && text[n - m - 1 - digits] >= '0' && text[n - m - 1 - digits] <= '9') ++digits;
      return (int)digits;
    }");
  end digits;

  model Texts "Strings that change, as arguments"
    Integer n(start = 9, fixed = true);
    String unit = if time > 0.75 then "m" else "km";
    Integer d = digits("x1 = " + String(n) + unit, unit);
    Integer e = digits(String(n), "0");
  equation
    when time > 0.5 then
      n = 100;
    end when;
  end Texts;

  class Curve "A table of the runtime over one abscissa"
    extends ExternalObject;
    function constructor
      input String name;
      input Real matrix[:, :] = fill(0.0, 0, 2);
      input Integer columns[:] = {2};
      output Curve curve;
    external "C" curve = ModelicaStandardTables_CombiTable1D_init3(
      "NoName", name, matrix, size(matrix, 1), size(matrix, 2), columns, size(columns, 1), 1, 1, false, ",", 0);
    end constructor;
    function destructor
      input Curve curve;
    external "C" ModelicaStandardTables_CombiTable1D_close(curve);
    end destructor;
  end Curve;

  function ordinate
    input Curve curve;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(curve, 1, u);
  end ordinate;

  function tableCount "Its C code gives tables by name"
    output Integer n;
  external "C" n = tableCount() annotation(Include = "
    #include <string.h>
    int usertab(char* name, int kind, int sizes[], int* is_column_wise, double** table) {
      static double curve[] = {0, 1, 0, 3};
      if (kind != 1 || strcmp(name, \"curve\") != 0) return 1;
      *table = curve;
      *is_column_wise = 1;
      sizes[0] = sizes[1] = 2;
      return 0;
    }
    static int tableCount(void) { return 1; }");
  end tableCount;

  model TableOfCode "A table that C code of the model gives"
    Curve curve = Curve("curve");
    Integer n = tableCount();
    Real y = ordinate(curve, time);
  end TableOfCode;

  model Ends
    parameter Integer way = 0;
    Mortal mortal = Mortal(way);
    Real x = time;
  end Ends;
end ExternalFunctions;
