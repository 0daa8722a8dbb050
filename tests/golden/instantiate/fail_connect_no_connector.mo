// run: check
model M
  Real x;
equation
  for i in 1:2 loop
// error: connect needs two connectors [ConnectNotConnector]
    connect(i, x);
  end for;
end M;
