// run: check
model M
  model Plate
    constant Real density;
    constant Real unused;
    Real mass = 2*density;
  end Plate;
  constant Real own;
  constant Real free(fixed = false, start = 1);
  Plate plate;
initial equation
  free = 2;
end M;
