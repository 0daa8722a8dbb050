// SYNTAX TEST "source.modelica" "equations, algorithms, expressions"
initial equation
// <------- keyword.control.modelica
//      ^^^^^^^^ keyword.control.modelica
  der(x) = -k*x[end] + f(time);
//^^^ support.function.modelica
//       ^ keyword.operator.assignment.modelica
//         ^ keyword.operator.arithmetic.modelica
//              ^^^ keyword.control.modelica
//                     ^ entity.name.function.modelica
//                       ^^^^ variable.language.modelica
  b := not a and x >= 1 or true;
//  ^^ keyword.operator.assignment.modelica
//     ^^^ keyword.operator.logical.modelica
//                 ^^ keyword.operator.comparison.modelica
//                         ^^^^ constant.language.modelica
  if x1 > 2 then /* one
//^^ keyword.control.modelica
//    ^ - constant.numeric.modelica
//        ^ constant.numeric.modelica
//               ^^^^^^ comment.block.modelica
  two */ y = u .* v;
//^^^^^^ comment.block.modelica
//             ^^ keyword.operator.arithmetic.modelica
  end if;
//^^^ keyword.control.modelica
//    ^^ keyword.control.modelica
