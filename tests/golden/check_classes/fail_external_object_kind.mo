// run: check -m P.M
package P
  // error: model `Cell` extends ExternalObject, which only a `class` does [ExternalObjectClass]
  //    ^
  model Cell
    extends ExternalObject;
    // error: the constructor of an external object cannot be replaceable [ExternalObjectClass]
    //                   ^
    replaceable function constructor
      input Real u;
      output Cell cell;
    external "C" cell = make_cell(u);
    end constructor;
    function destructor
      input Cell cell;
    external "C" drop_cell(cell);
    end destructor;
  end Cell;
  model Outside
    Real u = 1;
  // error: model `Outside` cannot have an external interface [ClassContents]
  external "C" act(u);
  end Outside;
  model M "External objects are classes, and only functions are external (MLS 4.6, 12.9.7)"
    Cell cell = Cell(1);
    Outside outside;
  end M;
end P;
