// run: check
model M
  Real x = time;
  annotation(experiment(StopTimes = 2, Interval = 0.1, __Vendor_Algorithm = "dassl"), uses(NoSuchLibrary(version = "1.0")));
end M;
