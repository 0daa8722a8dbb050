// run: check -L no_such_folder
// exit: 2
// stderr: -L 'no_such_folder': there is no such directory
model M
end M;
