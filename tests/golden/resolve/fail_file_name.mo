// run: check -L libraries
// error-anywhere: the file or directory of class `Sprig` is named `Spring` [FileNameMismatch]
model M
  Lib.Spring spring;
end M;
