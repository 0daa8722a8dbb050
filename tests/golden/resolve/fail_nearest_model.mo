// run: check -L libraries -m Drivee.clutsh
// error-anywhere: model `Drivee.clutsh` is neither in the given files nor in the libraries [ClassNotFound]
// stderr: hint: did you mean `Drive.Clutch`?
model M
end M;
