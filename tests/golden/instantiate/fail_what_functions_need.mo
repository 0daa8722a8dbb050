// run: check -m P.M
package P
  class Cell
    extends ExternalObject;
    function constructor
      input Real u;
      output Cell cell;
    external "C" cell = make_cell(u);
    end constructor;
    function destructor
      input Cell cell;
    external "C" drop_cell(cell);
    end destructor;
  end Cell;
  function ticking
    input Real u;
    output Real y;
  protected
    Clock c;
  algorithm
    y := u;
  end ticking;
  function made
    input Real u;
    output Cell cell = Cell(u);
  end made;
  function defaulted
    input Real u;
    input Real v = w;
    output Real y;
  protected
    Real w = 1;
  algorithm
    y := u + v + w;
  end defaulted;
  impure function noisy
    input Real u;
    output Real y = u;
  end noisy;
  function quiet
    extends noisy;
  end quiet;
  function whole
    input Integer u;
    output Integer y = u;
    annotation(derivative = whole_der);
  end whole;
  function whole_der
    input Integer u;
    output Integer y = u;
  end whole_der;
  function square
    input Real u;
    output Real y = u^2;
    annotation(derivative = square_der, inverse(u = root(z)));
  end square;
  function square_der
    input Real u;
    input Real du;
    output Real dy = 2*u*du;
    output Real more = 1;
  end square_der;
  function root
    input Real y;
    output Real u = sqrt(y);
  end root;
  function assigned
    input Real u;
    output Real y;
  algorithm
    (y, u) := twice(1);
  end assigned;
  function twice
    input Real u;
    output Real y = u;
    output Real z = u;
  end twice;
  model M "What functions ask for (MLS 12.2, 12.3, 12.4.1, 12.7, 12.9.7)"
    Cell cell = made(1);
    Real x = ticking(time) + defaulted(time) + square(time) + assigned(time);
    Integer n = whole(2);
    discrete Real y(start = 0, fixed = true);
  equation
    when time > 0.5 then
      y = quiet(time);
    end when;
  end M;
end P;
