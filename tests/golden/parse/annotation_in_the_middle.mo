// run: dump --ir=ast
package P
  model A "Before the equations, as Modelica 2 wrote it"
    Real x;
    annotation (experiment(StopTime = 2));
    Real y;
  equation
    der(x) = -x;
    y = x;
  end A;
  model B "Within the equations"
    Real x, y;
  equation
    x = 1;
    annotation (Icon());
    y = 2;
  end B;
  function f "Within the algorithm"
    input Real x;
    output Real y;
  algorithm
    y := x;
    annotation (Inline = true);
    y := 2*y;
  end f;
  annotation (version = "1");
  constant Real c = 3;
end P;
// expect:
//| package P
//|   model A "Before the equations, as Modelica 2 wrote it"
//|     Real x;
//|     Real y;
//|   equation
//|     der(x) = -x;
//|     y = x;
//|     annotation(experiment(StopTime = 2));
//|   end A;
//|   model B "Within the equations"
//|     Real x;
//|     Real y;
//|   equation
//|     x = 1;
//|     y = 2;
//|     annotation(Icon());
//|   end B;
//|   function f "Within the algorithm"
//|     input Real x;
//|     output Real y;
//|   algorithm
//|     y := x;
//|     y := 2 * y;
//|     annotation(Inline = true);
//|   end f;
//|   constant Real c = 3;
//|   annotation(version = "1");
//| end P;
