package TableChecks "Tables of the library: several of them, from files, and the one in Modelica"
  model Files
    parameter String file;
    Modelica.Blocks.Tables.CombiTable1Ds line(tableOnFile = true, tableName = "line", fileName = file);
    Modelica.Blocks.Tables.CombiTable2Ds plane(tableOnFile = true, tableName = "plane", fileName = file);
    Modelica.Blocks.Sources.CombiTimeTable source(tableOnFile = true, tableName = "line", fileName = file);
  equation
    line.u = 1.5*time;
    plane.u1 = time;
    plane.u2 = 1.5;
    annotation(experiment(StopTime = 1));
  end Files;

  model Two
    Modelica.Blocks.Tables.CombiTable1Ds tables[2](table = {[0, 0; 1, 1], [0, 0; 1, 2]});
  equation
    tables.u = {time, time};
    annotation(experiment(StopTime = 1));
  end Two;

  model Steps "The integral of two ramps with jumps"
    Modelica.Blocks.Sources.TimeTable source(table = [0, 0; 0.2, 1; 0.2, 3; 0.6, 1; 0.6, 0; 1, 0]);
    Real x(start = 0, fixed = true);
  equation
    der(x) = source.y;
    annotation(experiment(StopTime = 1));
  end Steps;
end TableChecks;
