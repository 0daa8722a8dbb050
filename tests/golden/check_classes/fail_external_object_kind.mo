// run: check -m P.M
package P
  model Cell
    extends ExternalObject;
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
  external "C" act(u);
  end Outside;
  model M "External objects are classes, and only functions are external (MLS 4.6, 12.9.7)"
    Cell cell = Cell(1);
    Outside outside;
  end M;
end P;
