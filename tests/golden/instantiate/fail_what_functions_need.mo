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
    // error: the variable `c` of a function cannot be a Clock [FunctionClass]
    //    ^
    Clock c;
  algorithm
    y := u;
  end ticking;
  function made
    input Real u;
    // error: only its constructor returns an external object, not `made` [ExternalObjectUse]
    //          ^
    output Cell cell = Cell(u);
  end made;
  function defaulted
    input Real u;
    // error: the default value of the input `v` needs `w`, which is no input [FunctionClass]
    //             ^
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
  // error: function `quiet` extends `noisy`, which is impure, and is not declared so [ImpureCall]
  //       ^
  function quiet
    extends noisy;
  end quiet;
  function whole
    input Integer u;
    output Integer y = u;
    // error: `P.whole` has no Real input and no derivative [DerivativeAnnotation]
    //         ^
    annotation(derivative = whole_der);
  end whole;
  function whole_der
    input Integer u;
    output Integer y = u;
  end whole_der;
  function square
    input Real u;
    output Real y = u^2;
    // error: the derivative `P.square_der` has 2 Real outputs, `P.square` has 1 [DerivativeAnnotation]
    //         ^
    // error: the inverse takes `z`, which is no input or output of `P.square` [InverseAnnotation]
    //                                                   ^
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
  model M "What functions ask for (MLS 12.2, 12.3, 12.4.1, 12.7, 12.9.7)"
    Cell cell = made(1);
    Real x = ticking(time) + defaulted(time) + square(time);
    Integer n = whole(2);
    discrete Real y(start = 0, fixed = true);
  equation
    when time > 0.5 then
      y = quiet(time);
    end when;
  end M;
end P;
