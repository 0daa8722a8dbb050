// run: check
// error: the text is not UTF-8 from here on [SyntaxError]
//         ^
model M "grösse"
end M;
