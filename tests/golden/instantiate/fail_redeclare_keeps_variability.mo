// run: check -m P.M
package P
  record Data
    Real a = 1;
  end Data;
  model User
    replaceable parameter Data d;
  end User;
  model M "The redeclaration does not say `parameter`, and is one all the same (MLS 7.3)"
    // error: the parameter `a` cannot depend on `time`, which changes during the simulation [VariabilityMismatch]
    //                          ^
    User u(redeclare Data d(a = time));
  end M;
end P;
