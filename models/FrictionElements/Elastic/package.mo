within FrictionElements;
package Elastic
  "Friction of deflecting surfaces: the elements move a little before they slide, and need constants for that; docs/elastic-friction.md compares them with the ones that stick"
end Elastic;
