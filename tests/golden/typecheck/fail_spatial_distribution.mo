// run: check -m P.M
package P
  model M
    Real x = time, a, b, c, p = time;
  equation
    // error: a scalar is wanted, found Integer[1] [DimensionMismatch]
    //                                 ^
    (a, b) = spatialDistribution(time, {1}, x, true);
    // error: cannot assign Integer to Boolean `spatialDistribution.positiveVelocity` [TypeMismatch]
    //                                        ^
    // error: 3 results are wanted, `spatialDistribution` has 2 [ArgumentCount]
    (c, , ) = spatialDistribution(time, 1, x, 2);
  end M;
end P;
