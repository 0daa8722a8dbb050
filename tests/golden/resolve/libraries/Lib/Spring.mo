within Lib;
model Sprig
end Sprig;
