within FrictionElements.Rotational;
model BearingFriction = Brake(pressure = 1) "Friction of a bearing: a brake that is always on";
