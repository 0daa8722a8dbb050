// run: check
model M "A when inside a when"
  discrete Real z(start = 0, fixed = true);
equation
  when time > 1 then
    // error: a when-equation stands inside a when-equation (MLS 8.3.5.1) [WhenNotAllowedHere]
    when time > 2 then
      z = 1;
    end when;
  end when;
end M;
