// run: check
// error: package `Missing.Sub` of the within clause is not found [WithinMismatch]
within Missing.Sub;
model M
end M;
