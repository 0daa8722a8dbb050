package FrictionElements "Translational and rotational machine parts with dry friction, to be connected"
end FrictionElements;
