// run: check -m P.M --set s[2].c=4
// error-anywhere: setting an element of an array, `s[2].c`, is not supported yet [NotYetSupported]
package P
  model Spring
    parameter Real c = 1;
  end Spring;
  model M
    Spring s[3];
  end M;
end P;
