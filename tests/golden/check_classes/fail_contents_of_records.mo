// run: check -m P.M
package P
  record Sections
    Real value;
  equation
    value = 3;
  algorithm
    value := 3;
  end Sections;
  record Hidden
    Real value = 3;
  protected
    Real raw = 2;
    Real rest = 1;
  end Hidden;
  record Directed
    input Real a = 1;
    flow Real b = 2;
    inner Real c = 3;
  end Directed;
  operator record Money
    Real cents;
  protected
    Real rest = 1;
  initial equation
    cents = 5;
  end Money;
  model M "Records hold public components without prefixes of interfaces, and no sections (MLS 4.6)"
    Sections s;
    Hidden h;
    Directed d;
    Money m;
  end M;
end P;
