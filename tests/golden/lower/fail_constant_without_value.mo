// run: check
model M
  model Plate
    // error: the constant `plate.density` has no value [ConstantWithoutValue]
    //            ^
    constant Real density;
    constant Real unused;
    Real mass = 2*density;
  end Plate;
  // error: the constant `own` has no value [ConstantWithoutValue]
  //            ^
  constant Real own;
  // error: the constant `free` cannot have fixed = false [ConstantWithoutValue]
  //            ^
  constant Real free(fixed = false, start = 1);
  Plate plate;
initial equation
  free = 2;
end M;
