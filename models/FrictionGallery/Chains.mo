within FrictionGallery;
package Chains "The chain of blocks for each law: bench/friction.py runs them"
  import Elastic = FrictionElements.Elastic.Translational;
  model OfSticking = Chain;
  model OfDahl = Chain(redeclare model Friction = Elastic.Dahl);
  model OfLuGre = Chain(redeclare model Friction = Elastic.LuGre);
  model OfElastoPlastic = Chain(redeclare model Friction = Elastic.ElastoPlastic);
  model OfMaxwellSlip = Chain(redeclare model Friction = Elastic.MaxwellSlip);
  model OfLeuven = Chain(redeclare model Friction = Elastic.Leuven);
  model OfSevenParameters = Chain(redeclare model Friction = Elastic.SevenParameters(restingPeak = 0, damping = 300));
  model OfBoucWen = Chain(redeclare model Friction = Elastic.BoucWen);
  model OfLinearRegion = Chain(redeclare model Friction = Elastic.LinearRegion(threshold = 1e-5));
  model OfRegularizedTanh = Chain(redeclare model Friction = Elastic.RegularizedTanh);
end Chains;
