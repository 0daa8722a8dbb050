// run: check
// A member of an array without elements is an array where one is wanted.
block EmptyConnectors
  connector Port
    output Boolean occupied;
    input Boolean set;
  end Port;
  function anyTrue
    input Boolean b[:];
    output Boolean result;
  algorithm
    result := false;
    for i in 1:size(b, 1) loop
      result := result or b[i];
    end for;
  end anyTrue;
  parameter Integer n = 0;
  Port ports[n];
  Boolean y;
equation
  y = if time > 1 then true else anyTrue(ports.set);
end EmptyConnectors;
