// run: check
model M "The velocity is set anew at no instant in particular"
  Real v(start = 1, fixed = true);
equation
  der(v) = -1;
  // error: `reinit` stands outside a when-equation (MLS 8.3.6) [WhenNotAllowedHere]
  reinit(v, 1);
end M;
