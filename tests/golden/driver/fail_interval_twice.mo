// run: simulate --interval 0.1 --intervals 10
// exit: 2
// stderr: excludes
model M
end M;
