model LibraryNotFound
  Modelica.Units.SI.Mass m = 1;
end LibraryNotFound;
