// SPDX-License-Identifier: BSD-3-Clause
// Modelica 3.6, Appendix A.2: the concrete syntax, under the headings of the specification.
//
// Where this grammar accepts more than the specification (signs and chained relations inside expressions, the order
// of positional and named arguments), compiler/parse refuses the rest: see grammar/README.md.
parser grammar ModelicaParser;

options {
  tokenVocab = ModelicaLexer;
  superClass = RecordingParser;
}

@header {
#include "compiler/parse/recording_parser.h"

namespace stiction::grammar {
using parse::RecordingParser;
}
}

// A.2.1 Stored definition - within

stored_definition: (WITHIN name? SEMI)? (FINAL? class_definition SEMI)* EOF;

// The value of a setting from outside; not of the specification.
lone_expression: expression EOF;

// A.2.2 Class definition

class_definition: ENCAPSULATED? class_prefixes class_specifier;

class_prefixes:
  PARTIAL? (
    CLASS
    | MODEL
    | RECORD
    | BLOCK
    | EXPANDABLE? CONNECTOR
    | TYPE
    | PACKAGE
    | FUNCTION
    | (PURE | IMPURE) OPERATOR? FUNCTION
    | OPERATOR (RECORD | FUNCTION)?
  )
  ;

class_specifier:
  IDENT (class_body | EQ (short_class | der_class))
  | EXTENDS IDENT class_modification? class_body
  ;

class_body: description_string? composition END IDENT;

short_class:
  base_prefix type_specifier array_subscripts? class_modification? description_string? annotation_clause?
  | ENUMERATION LPAR (enum_list? | COLON) RPAR description_string? annotation_clause?
  ;

der_class: DER LPAR type_specifier COMMA IDENT (COMMA IDENT)* RPAR description_string? annotation_clause?;

base_prefix: (INPUT | OUTPUT)?;

enum_list: enumeration_literal (COMMA enumeration_literal)*;

enumeration_literal: IDENT description_string? annotation_clause?;

composition:
  element_list (
    PUBLIC element_list
    | PROTECTED element_list
    | section
  )* (external_clause (annotation_clause SEMI)?)?
  ;

external_clause: EXTERNAL STRING? external_function_call? annotation_clause? SEMI;

external_function_call: (component_reference EQ)? IDENT LPAR expression_list? RPAR;

// An annotation anywhere is that of the class, as Modelica 2 wrote it.
element_list: ((element | annotation_clause) SEMI)*;

element:
  import_clause
  | extends_clause
  | REDECLARE? FINAL? INNER? OUTER? (
    class_definition
    | component_clause
    | REPLACEABLE (class_definition | component_clause) (constraining_clause description_string? annotation_clause?)?
  )
  ;

import_clause: IMPORT IDENT (EQ name | import_path)? description_string? annotation_clause?;

import_path: DOTSTAR | DOT (STAR | LBRC import_list RBRC | IDENT import_path?);

import_list: IDENT (COMMA IDENT)*;

// A.2.3 Extends

extends_clause: EXTENDS type_specifier class_or_inheritance_modification? annotation_clause?;

constraining_clause: CONSTRAINEDBY type_specifier class_modification?;

class_or_inheritance_modification: LPAR (argument_or_inheritance (COMMA argument_or_inheritance)*)? RPAR;

argument_or_inheritance: argument | inheritance_modification;

inheritance_modification: BREAK (connect_equation | IDENT);

// A.2.4 Component clause

component_clause:
  type_prefix type_specifier array_subscripts? component_declaration (COMMA component_declaration)*
  ;

type_prefix: (FLOW | STREAM)? (DISCRETE | PARAMETER | CONSTANT)? (INPUT | OUTPUT)?;

component_declaration: declaration (IF expression)? description_string? annotation_clause?;

declaration: IDENT array_subscripts? modification?;

// A.2.5 Modification

modification:
  class_modification (EQ modification_expression)?
  | EQ modification_expression
  | ASSIGN modification_expression
  ;

modification_expression: expression | BREAK;

class_modification: LPAR (argument (COMMA argument)*)? RPAR;

argument: EACH? FINAL? (element_modification | element_replaceable) | element_redeclaration;

element_modification: name modification? description_string?;

element_redeclaration:
  REDECLARE EACH? FINAL? (short_class_definition | component_clause1 | element_replaceable)
  ;

element_replaceable: REPLACEABLE (short_class_definition | component_clause1) constraining_clause?;

component_clause1: type_prefix type_specifier declaration description_string? annotation_clause?;

short_class_definition: class_prefixes IDENT EQ short_class;

// A.2.6 Equations

// equation-section and algorithm-section
section:
  INITIAL? (
    EQUATION equation_list (annotation_clause SEMI equation_list)*
    | ALGORITHM statement_list (annotation_clause SEMI statement_list)*
  )
  ;

equation_list: (some_equation SEMI)*;

statement_list: (statement SEMI)*;

some_equation:
  (
    operation (EQ expression)?
    | if_equation
    | for_equation
    | connect_equation
    | when_equation
  ) description_string? annotation_clause?
  ;

statement:
  (
    component_reference (ASSIGN expression | function_call_args)
    | LPAR output_expression_list RPAR ASSIGN component_reference function_call_args
    | BREAK
    | RETURN
    | if_statement
    | for_statement
    | while_statement
    | when_statement
  ) description_string? annotation_clause?
  ;

if_equation:
  IF expression THEN equation_list
  (ELSEIF expression THEN equation_list)*
  (ELSE equation_list)?
  END IF
  ;

if_statement:
  IF expression THEN statement_list
  (ELSEIF expression THEN statement_list)*
  (ELSE statement_list)?
  END IF
  ;

for_equation: FOR for_indices LOOP equation_list END FOR;

for_statement: FOR for_indices LOOP statement_list END FOR;

for_indices: for_index (COMMA for_index)*;

for_index: IDENT (IN expression)?;

while_statement: WHILE expression LOOP statement_list END WHILE;

when_equation:
  WHEN expression THEN equation_list
  (ELSEWHEN expression THEN equation_list)*
  END WHEN
  ;

when_statement:
  WHEN expression THEN statement_list
  (ELSEWHEN expression THEN statement_list)*
  END WHEN
  ;

connect_equation: CONNECT LPAR component_reference COMMA component_reference RPAR;

// A.2.7 Expressions

expression:
  operation (COLON operation (COLON operation)?)?
  | IF expression THEN expression (ELSEIF expression THEN expression)* ELSE expression
  ;

// simple-expression without its colons: logical-expression down to factor as one row, whose operators are ordered
// when it is folded
operation:
  operand (
    (
      CARET
      | DOTCARET
      | STAR
      | SLASH
      | DOTSTAR
      | DOTSLASH
      | PLUS
      | MINUS
      | DOTPLUS
      | DOTMINUS
      | LT
      | LE
      | GT
      | GE
      | EQEQ
      | NE
      | AND
      | OR
    ) operand
  )*
  ;

// primary and the signs before it
operand:
  (PLUS | MINUS | DOTPLUS | DOTMINUS | NOT)* (
    UNSIGNED_INTEGER
    | UNSIGNED_REAL
    | STRING
    | FALSE
    | TRUE
    | component_reference function_call_args?
    | (DER | INITIAL | PURE) function_call_args
    | LPAR output_expression_list RPAR (array_subscripts | DOT IDENT)?
    | LBRK expression_list (SEMI expression_list)* RBRK
    | LBRC (expression ((COMMA expression)* | FOR for_indices))? RBRC
    | END
  )
  ;

type_specifier: DOT? IDENT (DOT IDENT)*;

name: IDENT (DOT IDENT)*;

component_reference: DOT? IDENT array_subscripts? (DOT IDENT array_subscripts?)*;

function_call_args: LPAR (function_argument (COMMA function_argument)* (FOR for_indices)?)? RPAR;

function_argument: partial_application | expression (EQ (partial_application | expression))?;

partial_application: FUNCTION type_specifier LPAR (function_argument (COMMA function_argument)*)? RPAR;

output_expression_list: expression? (COMMA expression?)*;

expression_list: expression (COMMA expression)*;

array_subscripts: LBRK subscript (COMMA subscript)* RBRK;

subscript: COLON | expression;

description_string: STRING (PLUS STRING)*;

annotation_clause: ANNOTATION class_modification;
