// run: dump --ir=flat
model M
  function sumUp
    input Integer n;
    output Integer s = 0;
  algorithm
    for i in 1:n loop
      if i > 100 then
        break;
      end if;
      s := s + i;
    end for;
  end sumUp;
  Integer s = sumUp(10);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function M.sumUp
//|   input Integer n;
//|   output Integer s;
//| protected
//|   Integer $i1;
//|   Integer $iStop2;
//|   Integer $i3;
//| algorithm
//|   s := 0;
//|   $i1 := 1;
//|   $iStop2 := n;
//|   while $i1 <= $iStop2 loop
//|     $i3 := $i1;
//|     $i1 := $i1 + 1;
//|     if $i3 > 100 then
//|       break;
//|     end if;
//|     s := s + $i3;
//|   end while;
//| end M.sumUp;
//| model M
//|   Integer s;
//| equation
//|   s = M.sumUp(10);
//| end M;
