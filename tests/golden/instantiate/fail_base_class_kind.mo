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
    // error: package `Book` cannot extend record `Data` [BaseClassKind]
    //      ^
    extends Data;
  end Book;
  block Delayed
    // error: block `Delayed` cannot extend model `Lag` [BaseClassKind]
    //      ^
    extends Lag;
  end Delayed;
  record Solid
    // error: record `Solid` cannot extend block `OneToOne` [BaseClassKind]
    //      ^
    extends OneToOne;
  end Solid;
  connector Pole
    // error: connector `Pole` cannot extend model `Lag` [BaseClassKind]
    //      ^
    extends Lag;
  end Pole;
  function twice
    // error: function `twice` cannot extend block `OneToOne` [BaseClassKind]
    //      ^
    extends OneToOne;
  algorithm
    y := 2*u;
  end twice;
  model M "The table of MLS 7.1.3, also through a short class"
    // error: model `Tank` cannot extend connector `Node` [BaseClassKind]
    //           ^
    model Tank = Node;
    // error: model `M` cannot extend package `Constants` [BaseClassKind]
    //      ^
    extends Constants;
    // error: model `M` cannot extend connector `Node` [BaseClassKind]
    //      ^
    extends Node;
    Tank tank;
    Delayed d;
    Solid solid(u = 1);
    Pole pole;
    Real mu = Book.mu + twice(1);
  end M;
end P;
