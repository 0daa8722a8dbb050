// run: check -m P.M
package P
  operator record Money
    Real cents;
    // error: a function of the operator '*' of `Money` has 2 inputs without a default value, not 1 [OperatorFunction]
    //                             ^
    encapsulated operator function '*'
      import P.Money;
      input Money a;
      output Money c;
    algorithm
      c.cents := a.cents;
    end '*';
    // error: no input of this operator of `Money` is a `Money` [OperatorFunction]
    //                             ^
    encapsulated operator function '/'
      import P.Money;
      input Real a;
      input Real b;
      output Money c;
    algorithm
      c.cents := a/b;
    end '/';
    encapsulated operator '-'
      function subtract
        import P.Money;
        input Money a;
        input Money b;
        // error: a function of the operator '-' of `Money` has 1 or 2 inputs without a default value, not 3 [OperatorFunction]
        //         ^
        input Real factor;
        output Money c;
      algorithm
        c.cents := a.cents - factor*b.cents;
      end subtract;
    end '-';
    encapsulated operator function '+'
      import P.Money;
      input Money a;
      input Money b;
      output Money c;
      // error: a function of the operator '+' of `Money` has one output [OperatorFunction]
      //          ^
      output Real carry = 0;
    algorithm
      c.cents := a.cents + b.cents;
    end '+';
    encapsulated operator function 'String'
      import P.Money;
      input Money a;
      // error: the operator 'String' of `Money` gives a String [OperatorFunction]
      //          ^
      output Real text;
    algorithm
      text := a.cents;
    end 'String';
    // error: `'%'` is no operator that the operator record `Money` can define [OperatorFunction]
    //                             ^
    encapsulated operator function '%'
      import P.Money;
      input Money a;
      input Money b;
      output Money c;
    algorithm
      c.cents := a.cents;
    end '%';
  end Money;
  model M "Inputs and outputs of operators (MLS 14.1, 14.4 to 14.6)"
    Money price(cents = 3);
  end M;
end P;
