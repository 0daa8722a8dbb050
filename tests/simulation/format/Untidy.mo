model Untidy
parameter Real k=2 "of the decay"; // the one parameter
  Real x( start = 1,fixed = true );
equation
if x>0.5 then der( x )=-k*x; else
      der(x)=- k;
end if;
end Untidy;
