// run: dump --ir=ast
model E
initial equation
  x = 0;
equation
  a + b = c "sum";
  (u, , v) = f(w);
  if a then
  elseif b then
    x = 1;
  else
    y = 2;
  end if;
  for i in 1:n, j loop
    x[i] = y[i, end];
  end for;
  when {initial(), sample(0, 0.1)} then
    reinit(v, -e*pre(v));
  elsewhen x > 1 then
    k = pre(k) + 1;
  end when;
  connect(a.p[1], .b.q);
  assert(x > 0, "positive", AssertionLevel.warning);
initial algorithm
  z := 0;
algorithm
  (a, b) := f(x);
  while true loop
    if p[1] then break; end if;
  end while;
  when c then x := 1; end when;
  print("\"quoted\"\tand\\" + "more");
  return;
end E;
// expect:
//| model E
//| initial equation
//|   x = 0;
//| equation
//|   a + b = c "sum";
//|   (u, , v) = f(w);
//|   if a then
//|   elseif b then
//|     x = 1;
//|   else
//|     y = 2;
//|   end if;
//|   for i in 1:n, j loop
//|     x[i] = y[i, end];
//|   end for;
//|   when {initial(), sample(0, 0.1)} then
//|     reinit(v, -e * pre(v));
//|   elsewhen x > 1 then
//|     k = pre(k) + 1;
//|   end when;
//|   connect(a.p[1], .b.q);
//|   assert(x > 0, "positive", AssertionLevel.warning);
//| initial algorithm
//|   z := 0;
//| algorithm
//|   (a, b) := f(x);
//|   while true loop
//|     if p[1] then
//|       break;
//|     end if;
//|   end while;
//|   when c then
//|     x := 1;
//|   end when;
//|   print("\"quoted\"\tand\\" + "more");
//|   return;
//| end E;
