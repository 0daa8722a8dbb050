within FrictionElements;
package Functions "Functions that the parts have in common"
  function linearTable "The second column of a table over the first: linear between the rows, and beyond them on the line through the outermost two"
    input Real table[:, 2] "rows in ascending order of the first column";
    input Real x;
    output Real y;
  protected
    Integer row "x lies between this row and the next, as far as there are such";
  algorithm
    if size(table, 1) == 1 then
      y := table[1, 2];
    else
      row := 1;
      while row + 1 < size(table, 1) and x > table[min(row + 1, size(table, 1)), 1] loop
        row := row + 1;
      end while;
      y := table[row, 2] + (x - table[row, 1])*(table[row + 1, 2] - table[row, 2])/(table[row + 1, 1] - table[row, 1]);
    end if;
  end linearTable;
end Functions;
