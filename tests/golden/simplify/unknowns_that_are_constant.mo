// run: dump --ir=dae -m P.M
package P "A capacitance that is 0 whatever the voltage is: the voltage is no state"
  function Depletion
    input Real c0;
    input Real v;
    output Real c;
  protected
    Real grade = 0.5;
  algorithm
    if v < 0.5 then
      c := c0/sqrt(1 - v);
    else
      c := c0*(1 + grade*v);
    end if;
    while c > 2 loop
      c := c - 1;
      grade := grade/2;
    end while;
  end Depletion;
  function Charge "Recursive in what is not known"
    input Real q;
    output Real r;
  algorithm
    r := if q > 1 then Charge(q - 1) else q;
  end Charge;
  model M
    parameter Real c0 = 0, transit = 0;
    Real v(start = 0.1), w(start = 0, fixed = true), i;
    Real depletion = Depletion(c0, v);
    Real capacitance = transit*exp(v) + depletion;
    Real charge = Charge(w);
  equation
    i = capacitance*der(v);
    i = sin(time) - v;
    der(w) = v;
  end M;
end P;
// expect:
//| dae P.M
//| variables
//|   parameter Real c0 = 0.0
//|   parameter Real transit = 0.0
//|   continuous Real v(start = 0.1)  // differentiated
//|   continuous Real w(start = 0.0, fixed = true)  // differentiated
//|   continuous Real i
//|   continuous Real depletion
//|   continuous Real capacitance  // alias of depletion
//|   continuous Real charge
//|   continuous Real der(v)
//|   continuous Real der(w)
//| f_x
//|   0: depletion = P.Depletion(c0, v)
//|   1: charge = P.Charge(w)
//|   2: i = 0.0
//|   3: i = sin(time) - v
//|   4: der(w) = v
//| end P.M
