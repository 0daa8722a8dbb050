// run: check --set x
// exit: 2
// stderr: stiction: --set takes NAME=VALUE, not 'x'
model M
end M;
