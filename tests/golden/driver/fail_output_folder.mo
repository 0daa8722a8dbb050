// run: simulate -o no_such_folder/a.csv
// exit: 2
// stderr: stiction: 
model M
end M;
