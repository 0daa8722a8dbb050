// run: check -m P.M
package P
  class Counter
    extends ExternalObject;
    function constructor
      input Real start;
      output Counter object;
    external "C" object = make_counter(start);
    end constructor;
    function destructor
      input Counter object;
    external "C" end_counter(object);
    end destructor;
  end Counter;
  function count
    input Counter counter;
    output Real y;
  external "C" y = count(counter);
  end count;
  model M
    parameter Boolean first = true;
    Counter a = Counter(1);
    Counter b = Counter(2);
    // error: the external object `c` must be a call of its constructor, or another object (MLS 12.9.7) [ExternalObjectUse]
    Counter c = if first then a else b;
    Real x;
    Real y;
  equation
    // error: `P.Counter.constructor` is called outside of the declaration of an object (MLS 12.9.7) [ExternalObjectUse]
    x = count(Counter(3));
    y = count(a);
  end M;
end P;
