// run: check -m P.M
package P
  package Constants
    constant Real g = 9.81;
  end Constants;
  connector Node
    Real level = 3;
  end Node;
  record Data
    constant Real mu = 0.3;
  end Data;
  model Lag
    Real y = time;
  end Lag;
  block OneToOne
    input Real u;
    output Real y = u;
  end OneToOne;
  package Book
    extends Data;
  end Book;
  block Delayed
    extends Lag;
  end Delayed;
  record Solid
    extends OneToOne;
  end Solid;
  connector Pole
    extends Lag;
  end Pole;
  function twice
    extends OneToOne;
  algorithm
    y := 2*u;
  end twice;
  model M "The table of MLS 7.1.3, also through a short class"
    model Tank = Node;
    extends Constants;
    extends Node;
    Tank tank;
    Delayed d;
    Solid solid(u = 1);
    Pole pole;
    Real mu = Book.mu + twice(1);
  end M;
end P;
