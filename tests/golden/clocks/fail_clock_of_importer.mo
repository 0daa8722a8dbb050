// run: fmu -o {scratch}/M.fmu {file}
model M "Clocks at the interface of an FMU"
  // error: an FMU has no clocks that its importer ticks: `c` is an input of type Clock [ClockOfImporter]
  input Clock c;
  // error: an FMU has no clocks that its importer sees: `d` is an output of type Clock [ClockOfImporter]
  output Clock d = Clock(0.1);
  input Real u;
  output Real y(start = 0);
equation
  when c then
    y = previous(y) + sample(u);
  end when;
end M;
