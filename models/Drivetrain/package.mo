package Drivetrain "Drive trains built with each means of composition that the language has"
  type Vector = Real[3] "A short class with a dimension";

  type Gear = enumeration(Reverse "backwards", Neutral, First, Second "fast");

  constant Real pi = 2*asin(1.0) "a constant by a built-in function";
  constant Real ratios[Gear] = {-3, 0, 4, 2} "an array with an enumeration as index";
  constant Integer tenth = Functions.fibonacci(10) "a constant by a recursive function: 55";
end Drivetrain;
