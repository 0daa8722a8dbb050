within LanguageTour;
model Announcements "Strings that change at events: pre, change, comparisons, functions in C that take and give them"
  function Twice
    input String text;
    output String twice;
    output Integer letters;
    external "C" twice = announcements_twice(text, letters) annotation(Include="
#include <string.h>
#include \"ModelicaUtilities.h\"
static char* announcements_twice(const char* text, int* letters) {
  char* twice = ModelicaAllocateString(2 * strlen(text));
  strcpy(twice, text);
  strcat(twice, text);
  *letters = (int)strlen(twice);
  return twice;
}");
  end Twice;
  function Halves
    input String text;
    output String halves[2];
    external "C" announcements_halves(text, halves, size(halves, 1)) annotation(Include="
#include <string.h>
#include \"ModelicaUtilities.h\"
static void announcements_halves(const char* text, const char** halves, size_t n) {
  const size_t half = strlen(text) / n;
  char* first = ModelicaAllocateString(half);
  memcpy(first, text, half);
  halves[0] = first;
  halves[1] = text + half;
}");
  end Halves;
  function CountLetters
    input String text;
    output Integer letters;
  protected
    String twice, halves[2];
  algorithm
    (twice, letters) := Twice(text);
    halves := Halves(twice);
    if halves[1] == text and halves[1] == halves[2] and text == "arrived" then
      letters := letters + 2;
    end if;
  end CountLetters;
  parameter String door = "do" + "ors";
  parameter String doors = Twice(door);
  String state(start = "early", fixed = true);
  String last(start = "");
  String sign = if late then state + "!" else "closed";
  Boolean late = time > 0.9;
  Boolean precedes = state < door;
  Integer number = if sign == "arrived!" then 3 elseif state <> "early" then 2 else 1;
  Integer changes(start = 0, fixed = true);
  Integer letters = CountLetters(state);
  Real x(start = 0, fixed = true) "grows while the train arrives";
equation
  der(x) = if state == "arriving" and doors == "doorsdoors" then 1 else 0;
  when time > 0.3 then
    state = "arriving";
  elsewhen time > 0.8 then
    state = "arrived";
  end when;
  when change(state) then
    changes = pre(changes) + 1;
    last = pre(state);
  end when;
  annotation(experiment(StopTime = 1, Interval = 0.05));
end Announcements;
