// run: check -m P.M
package P "A function that is not supported, in branches that are not taken, of two components"
  record Number
    Integer value;
  end Number;
  function DigitsOf
    input Number number;
    output Integer count;
  external "C" count = digits_of(number);
  end DigitsOf;
  function Digits
    input Integer number;
    output Integer count;
  algorithm
    count := DigitsOf(Number(number));
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
