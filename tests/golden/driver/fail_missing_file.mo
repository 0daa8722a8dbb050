// run: check no_such_file.mo
// error-anywhere: cannot read 'no_such_file.mo' [FileNotReadable]
model M
end M;
