package Constraints "Mechanisms and circuits in whatever coordinates: which of their variables are states is not obvious"
end Constraints;
