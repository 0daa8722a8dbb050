within FrictionGallery;
package StickSlips "The experiment StickSlip for each law of elastic friction"
  import Elastic = FrictionElements.Elastic.Translational;
  model OfDahl = StickSlip(redeclare model Friction = Elastic.Dahl(f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfLuGre = StickSlip(redeclare model Friction = Elastic.LuGre(peak = 1.5, f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfElastoPlastic = StickSlip(redeclare model Friction = Elastic.ElastoPlastic(peak = 1.5, f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfMaxwellSlip = StickSlip(redeclare model Friction = Elastic.MaxwellSlip(peak = 1.5, f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfLeuven = StickSlip(redeclare model Friction = Elastic.Leuven(peak = 1.5, f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfSevenParameters = StickSlip(redeclare model Friction = Elastic.SevenParameters(f1 = 0.4, damping = 300))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfBoucWen = StickSlip(redeclare model Friction = Elastic.BoucWen(f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfLinearRegion = StickSlip(redeclare model Friction = Elastic.LinearRegion(peak = 1.5, stribeckSpeed = 0.001, threshold = 1e-5, f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
  model OfRegularizedTanh = StickSlip(redeclare model Friction = Elastic.RegularizedTanh(peak = 1.5, f1 = 0.4))
    annotation(experiment(StopTime = 12, Interval = 0.1, Tolerance = 1e-8));
end StickSlips;
