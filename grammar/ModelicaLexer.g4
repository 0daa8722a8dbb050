// SPDX-License-Identifier: BSD-3-Clause
// Modelica 3.6, Appendix A.1: lexical conventions.
//
// The characters are the bytes of a UTF-8 text, so that a token's indices are byte offsets; characters outside ASCII
// occur only inside strings, quoted identifiers and comments.
lexer grammar ModelicaLexer;

// Keywords
ALGORITHM: 'algorithm';
AND: 'and';
ANNOTATION: 'annotation';
BLOCK: 'block';
BREAK: 'break';
CLASS: 'class';
CONNECT: 'connect';
CONNECTOR: 'connector';
CONSTANT: 'constant';
CONSTRAINEDBY: 'constrainedby';
DER: 'der';
DISCRETE: 'discrete';
EACH: 'each';
ELSE: 'else';
ELSEIF: 'elseif';
ELSEWHEN: 'elsewhen';
ENCAPSULATED: 'encapsulated';
END: 'end';
ENUMERATION: 'enumeration';
EQUATION: 'equation';
EXPANDABLE: 'expandable';
EXTENDS: 'extends';
EXTERNAL: 'external';
FALSE: 'false';
FINAL: 'final';
FLOW: 'flow';
FOR: 'for';
FUNCTION: 'function';
IF: 'if';
IMPORT: 'import';
IMPURE: 'impure';
IN: 'in';
INITIAL: 'initial';
INNER: 'inner';
INPUT: 'input';
LOOP: 'loop';
MODEL: 'model';
NOT: 'not';
OPERATOR: 'operator';
OR: 'or';
OUTER: 'outer';
OUTPUT: 'output';
PACKAGE: 'package';
PARAMETER: 'parameter';
PARTIAL: 'partial';
PROTECTED: 'protected';
PUBLIC: 'public';
PURE: 'pure';
RECORD: 'record';
REDECLARE: 'redeclare';
REPLACEABLE: 'replaceable';
RETURN: 'return';
STREAM: 'stream';
THEN: 'then';
TRUE: 'true';
TYPE: 'type';
WHEN: 'when';
WHILE: 'while';
WITHIN: 'within';

// Symbols and operators
LPAR: '(';
RPAR: ')';
LBRK: '[';
RBRK: ']';
LBRC: '{';
RBRC: '}';
DOTPLUS: '.+';
DOTMINUS: '.-';
DOTSTAR: '.*';
DOTSLASH: './';
DOTCARET: '.^';
PLUS: '+';
MINUS: '-';
STAR: '*';
SLASH: '/';
CARET: '^';
EQEQ: '==';
ASSIGN: ':=';
NE: '<>';
LE: '<=';
GE: '>=';
LT: '<';
GT: '>';
EQ: '=';
COMMA: ',';
SEMI: ';';
COLON: ':';
DOT: '.';

// Identifiers and literals
IDENT: NONDIGIT (NONDIGIT | DIGIT)* | Q_IDENT;
STRING: '"' (S_CHAR | S_ESCAPE)* '"';
UNSIGNED_INTEGER: DIGIT+;
UNSIGNED_REAL:
  DIGIT+ '.' DIGIT* EXPONENT?
  | DIGIT+ EXPONENT
  | '.' DIGIT+ EXPONENT?
  ;

fragment Q_IDENT: '\'' (Q_CHAR | S_ESCAPE)+ '\'';
fragment NONDIGIT: [_a-zA-Z];
fragment DIGIT: [0-9];
fragment EXPONENT: [eE] [+-]? DIGIT+;
fragment S_CHAR: ~["\\];
fragment Q_CHAR: ~['\\\r\n];
fragment S_ESCAPE: '\\' .;  // which escapes exist is checked with the message it deserves when the text is read

// Whitespace and comments
WS: [ \t\r\n\u000B\u000C]+ -> skip;
LINE_COMMENT: '//' ~[\r\n]* -> skip;
BLOCK_COMMENT: '/*' .*? '*/' -> skip;
