// run: check -m M
connector RealOutput = output Real;
expandable connector Bus
end Bus;
block Source
  RealOutput y = time;
end Source;
model M
  Bus bus;
  Source source;
  discrete Integer k(start = 1);
equation
  // error: a subscript in a connect must be known when translating (MLS 9.1) [ConnectExpandable]
  //                      ^
  connect(source.y, bus.w[k]);
  // error: the range of `i` must be known when translating: a connect stands in the loop [ConnectExpandable]
  //       ^
  for i in 1:k loop
    connect(source.y, bus.w[i]);
  end for;
  // error: the condition of an if-equation with a connect must be known when translating (MLS 9.3) [ConnectExpandable]
  // ^
  if k > 1 then
    connect(source.y, bus.z);
  end if;
  // error: a connect with an expandable connector cannot stand in a when-equation (MLS 9.3) [ConnectExpandable]
  when time > 1 then
    connect(source.y, bus.x);
    k = 2;
  end when;
end M;
