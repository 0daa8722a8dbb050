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
  function count
    input Counter counter;
    output Real y;
  external "C" y = count(counter);
  end count;
  model M
    Counter a = Counter();
    // error: cannot assign Integer to P.Counter `P.count.counter` [TypeMismatch]
    Real x = count(1);
    // error: cannot calculate with P.Counter and Integer [TypeMismatch]
    Real y = a + 1;
  end M;
end P;
