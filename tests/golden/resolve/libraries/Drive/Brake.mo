within Drive;
model Brake
end Brake;
