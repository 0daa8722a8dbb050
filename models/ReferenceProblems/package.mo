package ReferenceProblems "Friction problems with a closed-form solution"
  constant Real g(unit = "m/s2") = 9.81 "acceleration of gravity used in all of them";
end ReferenceProblems;
