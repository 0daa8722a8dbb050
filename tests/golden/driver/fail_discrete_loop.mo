// run: simulate -o {scratch}/a.csv
// exit: 3
// stderr: no values of the discrete variables satisfy their equations [MixedBlockUnsolved]
// stderr: fail_discrete_loop.mo:9:3
model M "A switch that is on when it is off"
  Boolean on;
  Boolean off;
equation
  on = not off;
  off = on and time > -1;
end M;
