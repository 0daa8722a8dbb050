// run: check -m P.M
package P
  model World
    Real g = 9.81;
    function gravity
      input Real height;
      output Real g = 9.81 - height;
    end gravity;
  end World;
  model M "A function is called through one element of an array of components (MLS 5.3.2)"
    parameter Integer which = 2;
    World worlds[2];
    Real g = worlds[1].gravity(time) + worlds[which].gravity(0);
  end M;
end P;
