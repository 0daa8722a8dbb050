package MisbehavingC "External functions whose C code does what it must not do"
  function misbehave
    input Real x[3];
    input Integer way;
    output Real y[3];
    external "C" misbehave(x, way, y) annotation(Include = "
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void misbehave(const double* x, int way, double* y) {
  y[0] = y[1] = y[2] = x[0];
  if (x[0] < 0.5) return;
  switch (way) {
    case 1: exit(0);
    case 2: _exit(0);
    case 3: for (;;) {}
    case 4: for (int i = 0; i < 8; ++i) y[i] = 1e300; return;
    case 5: ((double*)x)[-1] = 1; return;
    case 6: sleep(1000); return;
    case 7: raise(SIGTERM); return;
    case 8: fork(); return;
    case 9: close(1); return;
    case 10: fclose(stderr); return;
    case 11: execl(\"/bin/true\", \"true\", (char*)0); return;
    case 12: fclose(fopen(\"/dev/null\", \"w\")); close(dup(1)); return;
  }
}");
  end misbehave;

  model M
    parameter Integer way = 0;
    Real y[3] = misbehave({time, 1, 2}, way);
    Real z(start = 0, fixed = true);
  equation
    der(z) = y[1];
    annotation(experiment(StopTime = 1));
  end M;
end MisbehavingC;
