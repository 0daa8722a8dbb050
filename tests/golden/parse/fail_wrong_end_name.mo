// run: check
package P
  model A
    Real x;
  // error: 'end B' does not close 'A' [SyntaxError]
  //  ^
  end B;
end P;
