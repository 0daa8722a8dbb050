// run: check
model M "Packages hold classes and constants, types nothing, wherever they stand (MLS 4.6)"
  package Book
    constant Real mu = 0.3;
    parameter Real nu = 0.2;
    Real t;
  equation
    t = 1;
  end Book;
  type Interval
    Real low = 1;
  end Interval;
  Interval i;
  Real y = Book.mu;
end M;
