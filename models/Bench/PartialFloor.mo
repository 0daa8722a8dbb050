within Bench;
partial model PartialFloor "What friction on a floor is to the thing that rubs"
  FrictionElements.Interfaces.TranslationalFlange flange;
end PartialFloor;
