// run: dump --ir=flat -m P.M
package P
  class Table
    extends ExternalObject;
    function constructor
      input String name;
      input Real values[:];
      output Table table;
    external "C" table = make_table(name, values, size(values, 1));
    end constructor;
    function destructor
      input Table table;
    external "C" end_table(table);
    end destructor;
  end Table;
  function look
    input Table table;
    input Integer column = 1;
    input Real x;
    output Real y;
  external "C" y = look(table, column, x);
    annotation(derivative = look_der);
  end look;
  function look_der
    input Table table;
    input Integer column;
    input Real x;
    input Real x_der;
    output Real y_der;
  external "C" y_der = look_der(table, column, x, x_der);
  end look_der;
  // The default mapping: name, inputs and outputs in order, sizes behind arrays.
  function split
    input Real v[:];
    output Real low[size(v, 1)];
    output Integer count;
  external;
  end split;
  model M
    parameter String kind = "steep";
    Table a = Table(kind + "-1", {1, 2, 3});
    Table b = Table("steep-1", {1, 2, 3});
    parameter Real start = look(table = a, x = 0);
    Real x = look(b, 2, time);
    Real low[2];
    Integer n;
  equation
    (low, n) = split({x, time});
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.Table.constructor
//|   input Integer $object;
//|   input Real values[1];
//|   input Real values[2];
//|   input Real values[3];
//|   output Integer table;
//| algorithm
//|   table := $object;
//|   external table = make_table("steep-1", values[1], 3);
//| end P.Table.constructor;
//| function P.Table.destructor
//|   input Integer table;
//|   output Boolean $done;
//| algorithm
//|   $done := true;
//|   external end_table(table);
//| end P.Table.destructor;
//| function P.look
//|   input Integer table;
//|   input Integer column;
//|   input Real x;
//|   output Real y;
//| algorithm
//|   external y = look(table, column, x);
//| end P.look;
//| function P.look_der
//|   input Integer table;
//|   input Integer column;
//|   input Real x;
//|   input Real x_der;
//|   output Real y_der;
//| algorithm
//|   external y_der = look_der(table, column, x, x_der);
//| end P.look_der;
//| function P.split
//|   input Real v[1];
//|   input Real v[2];
//|   output Real low[1];
//|   output Real low[2];
//|   output Integer count;
//| algorithm
//|   external split(v[1], 2, low[1], 2, count);
//| end P.split;
//| model P.M
//|   parameter String kind = "steep";
//|   parameter P.Table a = P.Table.constructor(0, 1.0, 2.0, 3.0);
//|   parameter P.Table b = P.Table.constructor(1, 1.0, 2.0, 3.0);
//|   parameter Real start = P.look(a, 1, 0.0);
//|   Real x;
//|   Real low[1];
//|   Real low[2];
//|   Integer n;
//| equation
//|   x = P.look(b, 2, time);
//|   low[1] = P.split(x, time).low[1];
//|   low[2] = P.split(x, time).low[2];
//|   n = P.split(x, time).count;
//| end P.M;
