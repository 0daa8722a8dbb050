// run: check
model M "The derivative calls the function with a smaller size, which ends where there is none (MLS 12.7.1)"
  function horner
    input Real s;
    input Real k[:];
    output Real v;
  algorithm
    v := k[1];
    for j in 2:size(k, 1) loop
      v := v*s + k[j];
    end for;
    annotation(derivative = hornerRate);
  end horner;
  function hornerRate
    input Real s;
    input Real k[:];
    input Real ds;
    input Real dk[size(k, 1)];
    output Real dv;
  protected
    Integer m = size(k, 1);
    Real q[m - 1] = {(m - j)*k[j] for j in 1:m - 1};
  algorithm
    dv := horner(s, q)*ds + horner(s, dk);
  end hornerRate;
  Real u = horner(time, {3, 0, -1, 5});
  Real du = der(u);
end M;
