// run: check -m Brakes
// error-anywhere: model `Brakes` is neither in the given files nor in the libraries [ClassNotFound]
// stderr: hint: did you mean `P.Brake`?
package P
  model Brake
  end Brake;
end P;
