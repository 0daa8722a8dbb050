// run: dump --ir=ast
within Lib.Sub;
encapsulated package P "A package"
  import A.B;
  import C = A.B.D;
  import A.B.*;
  import A.{E, F};
  extends Icon annotation(IconMap(primitivesVisible=false));
  type Angle = Real(final quantity="Angle", unit="rad");
  type Mode = enumeration(Forward "moves", Stuck, Backward) "modes";
  type Open = enumeration(:);
  connector Out = output Real[3];
  expandable connector Bus end Bus;
  operator record R end R;
  partial function f input Real x; output Real y; protected Real z = 1; external "C" y = ff(x, z) annotation(Library="m"); end f;
  function df = der(f, x) "derivative";
  replaceable model M = N(k = 3) constrainedby Base(k(min = 0)) "kept";
  redeclare model extends Q(a = 1) "more" end Q;
  inner outer parameter Real a[2, :] = {{1, 2}} if use "conditional", b, c(start = 1, fixed = true);
  replaceable T t constrainedby U annotation(Evaluate=true);
protected
  flow discrete Real q;
  extends W(redeclare final model A = B, each replaceable T x = 2 constrainedby U, break c, break connect(a, b));
  parameter Real unset = break;
end P;
final model Last end Last;
// expect:
//| within Lib.Sub;
//| encapsulated package P "A package"
//|   import A.B;
//|   import C = A.B.D;
//|   import A.B.*;
//|   import A.{E, F};
//|   extends Icon annotation(IconMap(primitivesVisible = false));
//|   type Angle = Real(final quantity = "Angle", unit = "rad");
//|   type Mode = enumeration(Forward "moves", Stuck, Backward) "modes";
//|   type Open = enumeration(:);
//|   connector Out = output Real[3];
//|   expandable connector Bus
//|   end Bus;
//|   operator record R
//|   end R;
//|   partial function f
//|     input Real x;
//|     output Real y;
//|   protected
//|     Real z = 1;
//|     external "C" y = ff(x, z) annotation(Library = "m");
//|   end f;
//|   function df = der(f, x) "derivative";
//|   replaceable model M = N(k = 3) "kept" constrainedby Base(k(min = 0));
//|   redeclare model extends Q(a = 1) "more"
//|   end Q;
//|   inner outer parameter Real a[2, :] = {{1, 2}} if use "conditional";
//|   inner outer parameter Real b;
//|   inner outer parameter Real c(start = 1, fixed = true);
//|   replaceable T t annotation(Evaluate = true) constrainedby U;
//| protected
//|   flow discrete Real q;
//|   extends W(redeclare final model A = B, each replaceable T x = 2 constrainedby U, break c, break connect(a, b));
//|   parameter Real unset = break;
//| end P;
//| final model Last
//| end Last;
