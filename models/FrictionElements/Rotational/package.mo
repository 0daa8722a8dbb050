within FrictionElements;
package Rotational "Parts that turn about an axis"
end Rotational;
