// run: check -m P.M
package P
  connector Node
    Real v;
    flow Real i;
    outer Real ambient;
  protected
    parameter Real rated = 12;
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
