// run: check -m P.M
package P
  record Sections
    Real value;
  // error: record `Sections` cannot have an equation section [ClassContents]
  equation
    value = 3;
  // error: record `Sections` cannot have an algorithm section [ClassContents]
  algorithm
    value := 3;
  end Sections;
  record Hidden
    Real value = 3;
  protected
    // error: record `Hidden` cannot have protected elements [ClassContents]
    //   ^
    Real raw = 2;
    Real rest = 1;
  end Hidden;
  record Directed
    // error: record `Directed` cannot have the input element `a` [ClassContents]
    //         ^
    input Real a = 1;
    // error: record `Directed` cannot have the flow element `b` [ClassContents]
    //        ^
    flow Real b = 2;
    // error: record `Directed` cannot have the inner element `c` [ClassContents]
    //         ^
    inner Real c = 3;
  end Directed;
  operator record Money
    Real cents;
  protected
    // error: operator record `Money` cannot have protected elements [ClassContents]
    //   ^
    Real rest = 1;
  // error: operator record `Money` cannot have an initial equation section [ClassContents]
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
