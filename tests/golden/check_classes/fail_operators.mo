// run: check -m P.M
package P
  operator record Coin
    Integer cents;
    // error: operator function `'String'` of the operator record `Coin` is not encapsulated [OperatorNotEncapsulated]
    //                ^
    operator function 'String'
      import P.Coin;
      input Coin a;
      output String s = "coin";
    algorithm
    end 'String';
    encapsulated operator 'constructor'
      function fromReal
        import P.Coin;
        input Real euro;
        output Coin m = Coin(cents = 1);
        // error: the constructor `fromReal` of the operator record `Coin` has one output, a `Coin` [ConstructorOutputs]
        //          ^
        output Real rest = 0;
      algorithm
      end fromReal;
      function fromTwo
        import P.Coin;
        input Real euro;
        input Real cent;
        // error: the constructor `fromTwo` of the operator record `Coin` has one output, a `Coin` [ConstructorOutputs]
        //          ^
        output Real m = 0;
      algorithm
      end fromTwo;
    end 'constructor';
  end Coin;
  model M
    // error: operator function `'+'` stands outside of an operator record [ClassContents]
    //                ^
    operator function '+'
      input Coin a;
      input Coin b;
      output Coin c = a;
    algorithm
    end '+';
    Coin c(cents = 1);
  end M;
end P;
