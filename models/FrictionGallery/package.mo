package FrictionGallery "Six experiments on any bearing friction: docs/elastic-friction.md shows them for each law"
end FrictionGallery;
