within Drivetrain;
model PlanetWorlds "Each component finds the innermost world around it"
  model Planet
    outer World world;
    Real w(start = 1, fixed = true);
  equation
    der(w) = -world.drag*w;
  end Planet;
  model System
    inner World world(drag = 3);
    Planet planet;
  end System;
  inner World world(drag = 0.5);
  Planet planet;
  System system;
  Real clock = system.planet.world.clock + planet.world.clock;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end PlanetWorlds;
