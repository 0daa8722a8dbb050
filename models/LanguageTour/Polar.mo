within LanguageTour;
record Polar "A pointer by its length and its angle"
  Real length;
  Real angle(unit = "rad");
end Polar;
