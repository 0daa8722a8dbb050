within FrictionElements.Elastic;
package Rotational "Bearings of a shaft that turns"
end Rotational;
