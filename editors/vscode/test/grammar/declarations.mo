// SYNTAX TEST "source.modelica" "declarations, classes, comments"
within Lib; // package
// <------ keyword.control.modelica
//          ^^^^^^^^^^ comment.line.double-slash.modelica
partial model 'a b' "text \" of it"
// <------- storage.modifier.modelica
//      ^^^^^ storage.type.class.modelica
//            ^^^^^ entity.name.type.class.modelica
//                  ^^^^^^^^^^^^^^^^ string.quoted.double.modelica
//                        ^^ constant.character.escape.modelica
  parameter Real k(unit="m") = 1.5e-3;
//^^^^^^^^^ storage.modifier.modelica
//          ^^^^ support.type.modelica
//                           ^ keyword.operator.assignment.modelica
//                             ^^^^^^ constant.numeric.modelica
  SI.Real x;
//   ^^^^ - support.type.modelica
  operator record C = Complex;
//         ^^^^^^ storage.type.class.modelica
//                ^ entity.name.type.class.modelica
end 'a b';
// <--- keyword.control.modelica
//  ^^^^^ entity.name.type.class.modelica
