// run: check -m P.M
package P
// error: `P.Unending` extends ExternalObject and has no function `destructor` (MLS 12.9.7) [ExternalObjectClass]
  class Unending
    extends ExternalObject;
    function constructor
      output Unending object;
    external "C" object = make();
    end constructor;
  end Unending;
  class Odd
    extends ExternalObject;
    function constructor
      output Odd object;
      output Real more;
    external "C" object = make(more);
    end constructor;
// error: a destructor is an external function that takes the object and returns nothing (MLS 12.9.7) [ExternalObjectClass]
    function destructor
      input Real x;
    external "C" unmake(x);
    end destructor;
  end Odd;
  model M
    Unending a = Unending();
    Odd b = Odd();
  end M;
end P;
