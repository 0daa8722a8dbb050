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
  model M
    // error: the constructor of an external object is called (MLS 12.9.7) [ExternalObjectUse]
    //          ^
    // error: the external object `a` is not constructed (MLS 12.9.7) [ExternalObjectUse]
    //      ^
    Counter a = Counter.constructor(1);
  end M;
end P;
