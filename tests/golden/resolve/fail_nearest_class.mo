// run: check -L libraries -m P.M
// stderr: hint: did you mean `Clutch`?
// stderr: hint: did you mean `Drive`?
// stderr: hint: did you mean `P.Parts.Spring`?
package P
  package Parts
    model Spring
    end Spring;
  end Parts;
  model M
    // error: class `Klutch` not found in `Drive` [ClassNotFound]
    Drive.Klutch k;
    // error: class `Drivee` not found in the scope of `P.M` [ClassNotFound]
    Drivee.Clutch t;
    // error: class `Spring` not found in the scope of `P.M` [ClassNotFound]
    Spring s;
  end M;
end P;
