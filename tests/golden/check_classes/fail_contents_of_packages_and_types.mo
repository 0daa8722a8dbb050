// run: check
model M "Packages hold classes and constants, types nothing, wherever they stand (MLS 4.6)"
  package Book
    constant Real mu = 0.3;
    // error: package `Book` cannot have the variable `nu` [ClassContents]
    //             ^
    parameter Real nu = 0.2;
    // error: package `Book` cannot have the variable `t` [ClassContents]
    //   ^
    Real t;
  // error: package `Book` cannot have an equation section [ClassContents]
  equation
    t = 1;
  end Book;
  type Interval
    // error: type `Interval` cannot have the component `low` [ClassContents]
    //   ^
    Real low = 1;
  end Interval;
  Interval i;
  Real y = Book.mu;
end M;
