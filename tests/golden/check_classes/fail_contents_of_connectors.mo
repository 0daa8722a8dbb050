// run: check -m P.Other
package P
  connector Node
    Real v;
    flow Real i;
    // error: connector `Node` cannot have the outer element `ambient` [ClassContents]
    //         ^
    outer Real ambient;
  protected
    // error: connector `Node` cannot have protected elements [ClassContents]
    //             ^
    parameter Real rated = 12;
  // error: connector `Node` cannot have an equation section [ClassContents]
  equation
    v = rated;
  end Node;
  model M "Also a connector that only an unused class of the model declares"
    Real x = 1;
    connector Unused
      // error: connector `Unused` cannot have the inner element `y` [ClassContents]
      //         ^
      inner Real y = 1;
    end Unused;
  end M;
  model Other
    extends M;
    Node n;
  end Other;
end P;
