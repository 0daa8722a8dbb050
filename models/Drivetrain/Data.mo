within Drivetrain;
package Data "Records"
  record Bearing
    Real f0 = 0.5;
    Integer balls = 8;
  end Bearing;

  record Shaft
    Real J = 1;
    Real d[2] = {0.1, 0.2};
    Bearing bearing(f0 = 0.25);
  end Shaft;

  record LongShaft "A record that extends another"
    extends Shaft(J = 3);
    parameter Real length = 2;
  end LongShaft;

  constant Shaft heavy = Shaft(J = 10, bearing = Bearing(balls = 12));
end Data;
