package Messages "assert, terminate and Strings"
  type Mood = enumeration(calm, wild);

  model InWhen
    parameter AssertionLevel level = AssertionLevel.error;
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x > 0.5 then
      assert(x < 0.4, "x is " + String(x, significantDigits = 2), level);
    end when;
  end InWhen;

  model InWhenStatement
    extends InWhen(level = AssertionLevel.warning);
  algorithm
    when x > 0.25 then
      assert(x > 1, "in a statement", AssertionLevel.warning);
    end when;
  end InWhenStatement;

  model AtTheStart
    Real x(start = 1, fixed = true);
  initial equation
    assert(x < 0.5, "x starts at " + String(x), AssertionLevel.warning);
  equation
    der(x) = -x;
    when initial() then
      assert(x < 0.75, "x begins at " + String(x), AssertionLevel.warning);
    end when;
  end AtTheStart;

  model Oscillating "Told once for each time that it becomes false"
    Real x = sin(10*time);
  equation
    assert(x < 0.5, "too large", AssertionLevel.warning);
  end Oscillating;

  model Texts
    parameter Integer n = 3;
    parameter String axis = "axis" + String(n, minimumLength = 3, leftJustified = false);
    parameter Boolean isThird = axis == "axis  3" and axis <> "axis" and "a" < "b";
    Mood mood = if time > 0.5 then Mood.wild else Mood.calm;
    Boolean late = time > 0.5;
    Real x = 10*time;
  equation
    when time > 0.75 then
      terminate("[" + axis + "|" + String(mood) + "|" + String(late, minimumLength = 6) + "|" + String(x, format = "8.3f")
        + "|" + String(x, significantDigits = 3, minimumLength = 6) + "|" + String(n, format = "04d") + "|"
        + (if late then "late" + String(x) else "early") + "|" + String(isThird) + "]");
    end when;
  end Texts;

  model Restarted "reinit of an element, and in when initial(): an initial equation"
    Real x[2](each start = 0);
    Real y(start = 5);
  initial equation
    x = {1, 2};
  equation
    der(x) = {0, 0};
    der(y) = 0;
    when initial() then
      reinit(y, 3);
    end when;
    when time > 0.5 then
      reinit(x[2], pre(x[2]) + 10);
    end when;
  end Restarted;
end Messages;
