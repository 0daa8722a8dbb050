within LanguageTour;
model NamedProfiles "Functions as arguments, and Strings that are made while the model runs"
  partial function Profile
    input Real u;
    output Real y;
  end Profile;
  function Power
    extends Profile;
    input Real exponent;
    input Real factor = 1;
  algorithm
    y := factor*u^exponent;
  end Power;
  function Integral "By Simpson's rule"
    input Profile f;
    input Real a, b;
    input Integer n = 50 "pieces";
    output Real s = 0;
  protected
    Real h = (b - a)/n;
  algorithm
    for k in 1:n loop
      s := s + h/6*(f(a + (k - 1)*h) + 4*f(a + (k - 0.5)*h) + f(a + k*h));
    end for;
  end Integral;
  function IndexOf "Place of a name in a list, 0 if it is not there"
    input String names[:];
    input String name;
    output Integer index = 0;
  algorithm
    for k in 1:size(names, 1) loop
      if names[k] == name then
        index := k;
        return;
      end if;
    end for;
  end IndexOf;
  function NameOf
    input Integer number;
    output String name = "gear";
  algorithm
    for k in 1:number loop
      name := name + "+";
    end for;
    name := name + String(number);
  end NameOf;
  function Precedes "In the order of their characters"
    input String first, second;
    output Boolean y = first < second;
  algorithm
  end Precedes;
  Integer number = if time < 0.5 then 2 else 1;
  Integer place = IndexOf({"gear0", "gear+1", "gear++2"}, NameOf(number));
  Boolean before = Precedes(NameOf(number), "gear+1b");
  Real work = Integral(function Power(exponent = 2, factor = 3), 0, time);
  Real whole = Integral(f = function Power(exponent = number), a = 0, b = 2, n = 10);
  annotation(experiment(StopTime = 1, Interval = 0.02, Tolerance = 1e-8));
end NamedProfiles;
