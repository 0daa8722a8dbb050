// run: check
model M
  operator record V "a number with a mark"
    Real x;
    encapsulated operator 'constructor'
      import M.V;
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
      import M.V;
      output V v(x = 0);
    algorithm
    end '0';
    encapsulated operator function '+'
      import M.V;
      input V a;
      input V b;
      output V c(x = a.x + b.x);
    algorithm
    end '+';
    encapsulated operator '*'
      import M.V;
      function multiply
        input V a;
        input V b;
        output V c(x = a.x*b.x);
      algorithm
      end multiply;
    end '*';
  end V;
  // error: no constructor of `V` takes arguments of this number and these names (MLS 14.3) [ArgumentMismatch]
  //    ^
  V a = V(x = 1, y = 2);
  // error: no constructor of `V` takes arguments of this number and these names (MLS 14.3) [ArgumentMismatch]
  //    ^
  V b = V();
  // error: no constructor of `V` takes arguments of this number and these names (MLS 14.3) [ArgumentMismatch]
  //    ^
  V c = V(1, 2, 3);
end M;
