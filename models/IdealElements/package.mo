package IdealElements "Ideal friction, clutches, stops, strings and diodes, each with its closed form"
end IdealElements;
