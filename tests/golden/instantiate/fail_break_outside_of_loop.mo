// run: check
model M
  function F
    input Real x;
    output Real y;
  algorithm
    y := x;
    if x > 1 then
      // error: `break` stands outside of a loop (MLS 11.2.4) [StatementNotAllowedHere]
      break;
    end if;
    for i in 1:3 loop
      while y < 2 loop
        y := y + 1;
        break;
      end while;
      break;
    end for;
    // error: `break` stands outside of a loop (MLS 11.2.4) [StatementNotAllowedHere]
    break;
  end F;
  Real x = F(time);
end M;
