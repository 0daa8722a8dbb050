within FrictionElements;
package Translational "Parts that move along a line"
end Translational;
