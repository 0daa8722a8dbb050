// run: check -m P.M
package P
  operator record Money
    Real cents;
    encapsulated operator function '*'
      import P.Money;
      input Money a;
      output Money c;
    algorithm
      c.cents := a.cents;
    end '*';
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
      output Real carry = 0;
    algorithm
      c.cents := a.cents + b.cents;
    end '+';
    encapsulated operator function 'String'
      import P.Money;
      input Money a;
      output Real text;
    algorithm
      text := a.cents;
    end 'String';
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
