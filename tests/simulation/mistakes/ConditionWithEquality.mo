model ConditionWithEquality
  parameter Integer k = 1;
  Real x = if k = 1 then 2 else 3;
end ConditionWithEquality;
