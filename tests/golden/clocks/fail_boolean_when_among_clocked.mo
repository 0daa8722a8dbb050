// run: check
model BooleanWhenAmongClocked
  Real x(start = 0), y(start = 0), z(start = 0);
equation
  der(z) = sample(1.0, Clock(Clock(0.1), "ExplicitEuler"));
  x = previous(x) + z;
  // error: a when-equation with a Boolean condition among clocked equations is not supported yet [NotYetSupported]
  when x > 3 then
    y = x;
  end when;
end BooleanWhenAmongClocked;
