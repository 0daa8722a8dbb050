// run: check
package P
  operator record V "a number with a mark"
    Real x;
    encapsulated operator 'constructor'
      import P.V;
      function fromReal
        input Real x;
        output V v(x = x);
      algorithm
      end fromReal;
      function fromFlag
        input Boolean flag;
        input Real scale = 1;
        output V v(x = if flag then scale else 0);
      algorithm
      end fromFlag;
    end 'constructor';
    encapsulated operator function '0'
      import P.V;
      output V v(x = 0);
    algorithm
    end '0';
    encapsulated operator function '+'
      import P.V;
      input V a;
      input V b;
      output V c(x = a.x + b.x);
    algorithm
    end '+';
    encapsulated operator '*'
      import P.V;
      function multiply
        input V a;
        input V b;
        output V c(x = a.x*b.x);
      algorithm
      end multiply;
    end '*';
    encapsulated operator function '/'
      import P.V;
      input V a;
      input V b;
      output V c(x = a.x/b.x);
    algorithm
    end '/';
    encapsulated operator '^'
      import P.V;
      function one
        input V a;
        input Real n;
        output V c(x = a.x^n);
      algorithm
      end one;
      function other
        input V a;
        input Real n;
        input Real m = 0;
        output V c(x = a.x^n + m);
      algorithm
      end other;
    end '^';
  end V;
  model M
  V a = V(time), b[2], c[3];
  Real x = 1;
  // error: several functions fit: `P.V.'^'.one`, `P.V.'^'.other` [AmbiguousOverload]
  //       ^
  V many = a^x;
  // error: no operator '*' takes P.V and String [OverloadMismatch]
  //       ^
  V none = a*"text";
  // error: no operator '-' takes P.V [OverloadMismatch]
  //        ^
  V none2 = -a;
  // error: `+` of P.V[2] and P.V[3] [DimensionMismatch]
  //           ^
  V shape[2] = b + c;
  // error: `+` of P.V[2] and P.V [DimensionMismatch]
  //            ^
  V shape2[2] = b + a;
  // error: no operator '*' takes P.V[2] and P.V[2] [OverloadMismatch]
  //          ^
  V product = b*b;
  // error: cannot multiply Integer[2, 2] and P.V[3] [DimensionMismatch]
  //           ^
  V sizes[2] = {{1, 2}, {3, 4}}*c;
  // error: no constructor of `V` takes String [OverloadMismatch]
  //       ^
  V text = V("text");
  // error: no operator '==' takes P.V[2] and P.V[2] [OverloadMismatch]
  //             ^
  Boolean same = b == b;
equation
  b = {a, a};
  // error: the elements of an array have different types: P.V and Integer [TypeMismatch]
  //      ^
  c = {a, 1, a};
  // error: cannot assign P.V to Real `x` [TypeMismatch]
  //  ^
  x = a;
  end M;
end P;
