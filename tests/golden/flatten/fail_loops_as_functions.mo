// run: check -m P.M
package P "What cannot be part of a loop whose number of turns is known during the simulation only"
  model Part
    Real a;
  equation
    a = time;
  end Part;
  model M
    Integer k(start = 1, fixed = true);
    Part part[3];
    Integer n[3];
    Real x, y;
  equation
    when sample(0.2, 0.2) then
      k = pre(k) + 1;
      n = {k, k, k};
    end when;
  algorithm
    x := 0;
    for i in 1:k loop
      // error: a variable of an array of components in a loop whose number of turns is known during the simulation only is not supported yet in a model [NotYetSupported]
      //       ^
      x := x + part[i].a;
    end for;
  algorithm
    y := 0;
    for i in 1:k loop
      // error: `pre` of what a loop changes is not supported yet where the number of turns is known during the simulation only [NotYetSupported]
      //       ^
      y := y + pre(n[i]);
    end for;
  end M;
end P;
