// run: check -m P.M
package P "A function that is not supported, in branches that are not taken, of two components"
  function Name
    input Integer number;
    output String name;
  external "C" name = name_of(number);
  end Name;
  function Digits
    input Integer number;
    output Integer count;
  algorithm
    count := if Name(number) == "1" then 1 else 2;
  end Digits;
  model Part
    parameter Boolean named = false;
    final parameter Integer digits = if named then Digits(3) else 0;
  end Part;
  model M
    Part a;
    Part b;
  end M;
end P;
