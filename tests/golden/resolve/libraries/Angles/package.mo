package Angles
end Angles;
