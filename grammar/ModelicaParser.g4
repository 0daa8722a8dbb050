// Modelica 3.6, Appendix A.2: the concrete syntax, under the headings of the specification.
//
// Where this grammar accepts more than the specification (signs and chained relations inside expressions, the order
// of positional and named arguments), compiler/parse refuses the rest: see grammar/README.md.
parser grammar ModelicaParser;

options {
  tokenVocab = ModelicaLexer;
}

// A.2.1 Stored definition - within

stored_definition: (WITHIN name? SEMI)? (stored_class SEMI)* EOF;

stored_class: FINAL? class_definition;

// The value of a setting from outside; not of the specification.
lone_expression: expression EOF;

// A.2.2 Class definition

class_definition: ENCAPSULATED? class_prefixes class_specifier;

class_prefixes:
  PARTIAL? (
    CLASS
    | MODEL
    | OPERATOR? RECORD
    | BLOCK
    | EXPANDABLE? CONNECTOR
    | TYPE
    | PACKAGE
    | (PURE | IMPURE)? OPERATOR? FUNCTION
    | OPERATOR
  )
  ;

class_specifier: long_class_specifier | short_class_specifier | der_class_specifier;

long_class_specifier:
  IDENT description_string composition END IDENT
  | EXTENDS IDENT class_modification? description_string composition END IDENT
  ;

short_class_specifier:
  IDENT EQ base_prefix type_specifier array_subscripts? class_modification? description
  | IDENT EQ ENUMERATION LPAR (enum_list? | COLON) RPAR description
  ;

der_class_specifier: IDENT EQ DER LPAR type_specifier COMMA IDENT (COMMA IDENT)* RPAR description;

base_prefix: (INPUT | OUTPUT)?;

enum_list: enumeration_literal (COMMA enumeration_literal)*;

enumeration_literal: IDENT description;

composition:
  element_list (
    PUBLIC element_list
    | PROTECTED element_list
    | equation_section
    | algorithm_section
  )* external_clause? (annotation_clause SEMI)?
  ;

external_clause: EXTERNAL language_specification? external_function_call? annotation_clause? SEMI;

language_specification: STRING;

external_function_call: (component_reference EQ)? IDENT LPAR expression_list? RPAR;

element_list: (element SEMI)*;

element:
  import_clause
  | extends_clause
  | REDECLARE? FINAL? INNER? OUTER? (
    class_definition
    | component_clause
    | REPLACEABLE (class_definition | component_clause) (constraining_clause description)?
  )
  ;

import_clause: IMPORT (IDENT EQ name | name (DOTSTAR | DOT (STAR | LBRC import_list RBRC))?) description;

import_list: IDENT (COMMA IDENT)*;

// A.2.3 Extends

extends_clause: EXTENDS type_specifier class_or_inheritance_modification? annotation_clause?;

constraining_clause: CONSTRAINEDBY type_specifier class_modification?;

class_or_inheritance_modification: LPAR argument_or_inheritance_list? RPAR;

argument_or_inheritance_list: argument_or_inheritance (COMMA argument_or_inheritance)*;

argument_or_inheritance: argument | inheritance_modification;

inheritance_modification: BREAK (connect_equation | IDENT);

// A.2.4 Component clause

component_clause: type_prefix type_specifier array_subscripts? component_list;

type_prefix: (FLOW | STREAM)? (DISCRETE | PARAMETER | CONSTANT)? (INPUT | OUTPUT)?;

component_list: component_declaration (COMMA component_declaration)*;

component_declaration: declaration condition_attribute? description;

condition_attribute: IF expression;

declaration: IDENT array_subscripts? modification?;

// A.2.5 Modification

modification:
  class_modification (EQ modification_expression)?
  | EQ modification_expression
  | ASSIGN modification_expression
  ;

modification_expression: expression | BREAK;

class_modification: LPAR argument_list? RPAR;

argument_list: argument (COMMA argument)*;

argument: element_modification_or_replaceable | element_redeclaration;

element_modification_or_replaceable: EACH? FINAL? (element_modification | element_replaceable);

element_modification: name modification? description_string;

element_redeclaration:
  REDECLARE EACH? FINAL? (short_class_definition | component_clause1 | element_replaceable)
  ;

element_replaceable: REPLACEABLE (short_class_definition | component_clause1) constraining_clause?;

component_clause1: type_prefix type_specifier component_declaration1;

component_declaration1: declaration description;

short_class_definition: class_prefixes short_class_specifier;

// A.2.6 Equations

equation_section: INITIAL? EQUATION equation_list;

algorithm_section: INITIAL? ALGORITHM statement_list;

equation_list: (some_equation SEMI)*;

statement_list: (statement SEMI)*;

some_equation:
  (
    expr (EQ expression)?
    | if_equation
    | for_equation
    | connect_equation
    | when_equation
  ) description
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
  ) description
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
  expr (COLON expr (COLON expr)?)?
  | IF expression THEN expression (ELSEIF expression THEN expression)* ELSE expression
  ;

// simple-expression without its colons: logical-expression down to factor as one rule, tightest first
expr:
  primary                                         # e_primary
  | <assoc = right> expr (CARET | DOTCARET) expr  # e_factor
  | expr (STAR | SLASH | DOTSTAR | DOTSLASH) expr # e_term
  | (PLUS | MINUS | DOTPLUS | DOTMINUS) expr      # e_sign
  | expr (PLUS | MINUS | DOTPLUS | DOTMINUS) expr # e_arithmetic
  | expr (LT | LE | GT | GE | EQEQ | NE) expr     # e_relation
  | NOT expr                                      # e_logical_factor
  | expr AND expr                                 # e_logical_term
  | expr OR expr                                  # e_logical_expression
  ;

primary:
  UNSIGNED_INTEGER
  | UNSIGNED_REAL
  | STRING
  | FALSE
  | TRUE
  | component_reference function_call_args?
  | (DER | INITIAL | PURE) function_call_args
  | LPAR output_expression_list RPAR (array_subscripts | DOT IDENT)?
  | LBRK expression_list (SEMI expression_list)* RBRK
  | LBRC array_arguments? RBRC
  | END
  ;

type_specifier: DOT? name;

name: IDENT (DOT IDENT)*;

component_reference: DOT? reference_part (DOT reference_part)*;

reference_part: IDENT array_subscripts?;

function_call_args: LPAR function_arguments? RPAR;

function_arguments: function_argument (COMMA function_argument)* (FOR for_indices)?;

function_argument: IDENT EQ function_argument_value | function_argument_value;

function_argument_value: partial_application | expression;

partial_application: FUNCTION type_specifier LPAR (function_argument (COMMA function_argument)*)? RPAR;

array_arguments: expression ((COMMA expression)* | FOR for_indices);

output_expression_list: output_expression (COMMA output_expression)*;

output_expression: expression?;

expression_list: expression (COMMA expression)*;

array_subscripts: LBRK subscript (COMMA subscript)* RBRK;

subscript: COLON | expression;

description: description_string annotation_clause?;

description_string: (STRING (PLUS STRING)*)?;

annotation_clause: ANNOTATION class_modification;
