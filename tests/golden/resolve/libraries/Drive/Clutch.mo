within Drive;
model Clutch
end Clutch;
