// run: check -m P.M
package P
  class Counter
    extends ExternalObject;
    function constructor
      output Counter object;
    external "C" object = make_counter();
    end constructor;
    function destructor
      input Counter object;
    external "C" end_counter(object);
    end destructor;
  end Counter;
  function f
    input Real u;
    output Real y;
  protected
    // error: the external object `a` is not constructed (MLS 12.9.7) [ExternalObjectUse]
    Counter a;
  algorithm
    y := u;
  end f;
  model M
    Real y = f(time);
  end M;
end P;
