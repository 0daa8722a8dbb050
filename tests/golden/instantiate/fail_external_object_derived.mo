// run: check
model M "Nothing is derived from an external object (MLS 12.9.7)"
  class Meter
    extends ExternalObject;
    function constructor
      output Meter m;
      external "C" m = malloc(8) annotation(Include = "#include <stdlib.h>");
    end constructor;
    function destructor
      input Meter m;
      external "C" free(m) annotation(Include = "#include <stdlib.h>");
    end destructor;
  end Meter;
  class Gauge
    // error: `Gauge` cannot be derived from the external object `Meter` [ExternalObjectClass]
    //      ^
    extends Meter;
  end Gauge;
  // error: `Dial` cannot be derived from the external object `Meter` [ExternalObjectClass]
  //           ^
  class Dial = Meter;
  // error: `g` is a model, which cannot be given a value (MLS 4.4.2.1) [ComponentAsValue]
  //        ^
  Gauge g = Gauge();
  Dial d = Dial();
end M;
