// run: check
model M
  Real x = time;
  // warning: `M` uses the library `NoSuchLibrary`, which is not found [LibraryMissing]
  //                                                                                       ^
  // error: the annotation `experiment` has no `StopTimes` [AnnotationValue]
  //                    ^
  annotation(experiment(StopTimes = 2, Interval = 0.1, __Vendor_Algorithm = "dassl"), uses(NoSuchLibrary(version = "1.0")));
end M;
