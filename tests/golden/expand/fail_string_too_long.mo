// run: check
model M
  constant String a0 = "ab";
  constant String a1 = a0 + a0 + a0 + a0 + a0 + a0 + a0 + a0 + a0 + a0;
  constant String a2 = a1 + a1 + a1 + a1 + a1 + a1 + a1 + a1 + a1 + a1;
  constant String a3 = a2 + a2 + a2 + a2 + a2 + a2 + a2 + a2 + a2 + a2;
  constant String a4 = a3 + a3 + a3 + a3 + a3 + a3 + a3 + a3 + a3 + a3;
  constant String a5 = a4 + a4 + a4 + a4 + a4 + a4 + a4 + a4 + a4 + a4;
  constant String a6 = a5 + a5 + a5 + a5 + a5 + a5 + a5 + a5 + a5 + a5;
  // error: a String is longer than a translation can hold [ModelTooLarge]
  constant String a7 = a6 + a6 + a6 + a6 + a6 + a6 + a6 + a6 + a6 + a6;
  parameter String s = a7;
end M;
