within FrictionElements.Elastic;
package Translational "Bearings of a shaft that moves along a line, as Translational.TableFriction"
end Translational;
