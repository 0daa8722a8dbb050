// run: dump --ir=dae
model M "two ends of one pipe; the initial distribution by default (MLS 3.7.4.2)"
  Real x(start = 0, fixed = true), a, b, only;
  parameter Real v = 2;
equation
  der(x) = cos(time);
  (a, b) = spatialDistribution(time, 1, x, der(x) >= 0, {0, 1}, {0, v});
  only = spatialDistribution(0, 1, x, der(x) >= 0);
end M;
// expect:
//| dae M
//| variables
//|   continuous Real x(start = 0.0, fixed = true)  // differentiated
//|   continuous Real a
//|   continuous Real b
//|   continuous Real only
//|   parameter Real v = 2.0
//|   continuous Real der(x)
//|   continuous Real $transport[1].out0  // alias of a  // generated
//|   continuous Real $transport[1].out1  // alias of b  // generated
//|   continuous Real $transport[2].out0  // alias of only  // generated
//| f_x
//|   0: der(x) = cos(time)
//|   1: a = if c0 then time elseif initial() then 0.0 else $moved[1,0](x)
//|   2: b = if c0 then if initial() then v else $moved[1,1](x) else 1.0
//|   3: only = if c0 then 0.0 elseif initial() then 0.0 else $moved[2,0](x)
//| f_c
//|   c0: der(x) >= 0.0  // state event
//| delays
//|   transported0: time
//|   transported1: 1.0
//|   transported2: x
//|   transported3: 0.0
//|   transported4: 1.0
//|   transported5: 0.0
//|   transported6: v
//|   transported7: 0.0
//|   transported8: 1.0
//|   transported9: x
//|   transported10: 0.0
//|   transported11: 1.0
//|   transported12: 0.0
//|   transported13: 0.0
//| end M
