// run: dump --ir=ast
model X
equation
  x = -a*b + c/d^2 - (e - f) - (-g);
  x = 2^(-3) + (2^3)^4 * (-1) .* m .^ 2;
  x = (a + b)*(c - (d - e))/(f/g);
  p = not a and (b or c) or not (d and e);
  p = (a < b) == (c >= d);
  y = if a then b elseif c then d else if e then f else g;
  y = (if a then 1 else 2) + 3;
  z = {1, 2.5e-3, .5, 1.} + [1, 2; 3, 4];
  z = {i^2 for i in 1:3, j in 0:0.5:2};
  z = sum(k[i] for i) + f(a, n = 3, g = function h(p = 1));
  w = (a)[1] + (r).x + m[end - 1, :];
  s = "tab\t, quote \", line
break";
  'odd name' = der('x.y') + .Modelica.Constants.pi;
end X;
// expect:
//| model X
//| equation
//|   x = -a * b + c / d^2 - (e - f) - (-g);
//|   x = 2^(-3) + (2^3)^4 * (-1) .* m .^ 2;
//|   x = (a + b) * (c - (d - e)) / (f / g);
//|   p = not a and (b or c) or not (d and e);
//|   p = (a < b) == (c >= d);
//|   y = if a then b elseif c then d else if e then f else g;
//|   y = (if a then 1 else 2) + 3;
//|   z = {1, 2.5e-3, .5, 1.} + [1, 2; 3, 4];
//|   z = {i^2 for i in 1:3, j in 0:0.5:2};
//|   z = sum(k[i] for i) + f(a, n = 3, g = function h(p = 1));
//|   w = (a)[1] + (r).x + m[end - 1, :];
//|   s = "tab\t, quote \", line\nbreak";
//|   'odd name' = der('x.y') + .Modelica.Constants.pi;
//| end X;
