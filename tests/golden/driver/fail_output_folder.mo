// run: simulate -o no_such_folder/a.csv
// exit: 2
// stderr: the directory 'no_such_folder' for 'a.csv' does not exist
model M
end M;
