model EndlessText "A text that doubles without end"
  function doubled
    input Real n;
    output String s = "x";
  algorithm
    for i in 1:n loop
      s := s + s;
    end for;
  end doubled;
  String s(start = "", fixed = true);
  Real y = if s == "" then 1 else 2;
equation
  when time > 0.5 then
    s = doubled(100*time);
  end when;
end EndlessText;
