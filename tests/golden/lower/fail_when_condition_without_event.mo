// run: check
model M "noEvent() takes the events away that a when-equation waits for"
  Real x = time;
  discrete Real t(start = 0, fixed = true);
equation
  // error: the when-condition `noEvent(x > 0.5)` changes without an event (MLS 8.3.5) [VariabilityMismatch]
  when noEvent(x > 0.5) then
    t = time;
  end when;
end M;
