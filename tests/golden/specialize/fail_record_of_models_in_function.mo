// run: check
package P
  record Clocked
    // error: `time` is known in models and blocks, not in the record `Clocked` [TimeOutsideModel]
    //         ^
    Real now = time;
  end Clocked;

  function F
    input Real x;
    output Real y;
  protected
    Clocked clocked;
  algorithm
    y := x + clocked.now;
  end F;

  model M
    Real a = F(1);
  end M;
end P;
