within Angles;
package Base
  type Angle
    extends Real(unit = "rad");
    function equalityConstraint "Nothing but a connection calls it"
      input Angle p;
      input Angle q;
      output Real r[0];
    algorithm
      assert(abs(p - q) < Limits.eps, "the angles differ");
    end equalityConstraint;
  end Angle;
end Base;
