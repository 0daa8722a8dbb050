within FrictionElements.Elastic.Laws;
partial model PartialMaxwellElements "Springs in parallel, each in series with a block that slips"
  extends PartialStribeck;
  parameter Units.Stiffness stiffnesses[:] = {4e4, 3e4, 2e4, 1e4} "of the springs";
  parameter Integer n = size(stiffnesses, 1) "number of elements";
  Units.Effort efforts[n](each start = 0, each fixed = true) "of the springs";
  Units.Effort limits[n] "at which the blocks begin to slip";
  Units.Speed speed "of what drives the elements";
  Boolean slips[n](each start = false, each fixed = true) "the block slips, until the motion turns";
equation
  for i in 1:n loop
    slips[i] = if pre(slips[i]) then efforts[i] > 0 and speed > 0 or efforts[i] < 0 and speed < 0
               else efforts[i] > limits[i] and speed > 0 or efforts[i] < -limits[i] and speed < 0;
  end for;
end PartialMaxwellElements;
