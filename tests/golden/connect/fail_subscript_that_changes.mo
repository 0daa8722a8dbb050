// run: check
model M "What is connected is so for the whole simulation (MLS 9.1)"
  connector Node
    Real v;
    flow Real i;
  end Node;
  model Bank
    Node c[2];
  equation
    c.v = {1, 2};
  end Bank;
  model Load
    Node n;
  equation
    n.i = n.v;
  end Load;
  Integer k = if time > 0.5 then 1 else 2;
  Bank bank;
  Load load;
equation
  // error: the subscript of a connector in connect must not change during the simulation (MLS 9.1) [VariabilityMismatch]
  //             ^
  connect(bank.c[k], load.n);
end M;
