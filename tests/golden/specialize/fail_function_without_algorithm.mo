// run: check
model M "An interface is called (MLS 12.4.4)"
  function F
    input Real u;
    output Real y;
  end F;
  // error: `M.F` has no algorithm: its output `y` gets no value [VariableUnassigned]
  Real x = F(time);
end M;
