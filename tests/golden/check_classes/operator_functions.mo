// run: check -m P.M
package P
  operator record Money
    Real cents;
    encapsulated operator function '*'
      import P.Money;
      input Money a;
      input Real b;
      input Real rate = 1;
      output Money c;
    algorithm
      c.cents := a.cents*b*rate;
    end '*';
    encapsulated operator '-'
      function subtract
        import P.Money;
        input Money a;
        input Money b;
        output Money c;
      algorithm
        c.cents := a.cents - b.cents;
      end subtract;
      function negate
        import P.Money;
        input Money a;
        output Money c;
      algorithm
        c.cents := -a.cents;
      end negate;
    end '-';
    encapsulated operator function '0'
      import P.Money;
      output Money c;
    algorithm
      c.cents := 0;
    end '0';
    encapsulated operator function 'String'
      import P.Money;
      input Money a;
      input String currency = "Euro";
      output String text;
    algorithm
      text := String(a.cents) + currency;
    end 'String';
  end Money;
  model M "The legal twin of fail_operator_functions"
    Money price(cents = 3);
    Money debt = -price;
    Money rest = price*2 - debt;
  end M;
end P;
