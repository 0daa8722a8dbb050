// run: check
// A member of a constant record that nobody gives a value.
package Medium
  record Data
    // error: the constant `Medium.data.M` has no value [ValueNeeded]
    //   ^
    Real M;
    Real R = 8.314/M;
  end Data;
  constant Data data;
  model Gas
    Real p = data.M*time;
  end Gas;
end Medium;
