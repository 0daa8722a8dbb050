// run: dump --ir=flat -m P.M
package P
  type Vector = Real[2](each unit = "m");
  type Matrix = Vector[3];
  model M "The dimensions of the component stand before those of its type"
    Vector x = {1, 2};
    Matrix y = fill(time, 3, 2);
    Vector z[1] = {{3, 4}};
  end M;
end P;
