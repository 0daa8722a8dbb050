package Drive
end Drive;
