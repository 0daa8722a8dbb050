// run: check
model ClockAttribute
  // error: `c` is of type Clock and has no attribute `start` [UnknownModifier]
  //      ^
  Clock c(start = 1) = Clock(1);
end ClockAttribute;
