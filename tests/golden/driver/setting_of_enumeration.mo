// run: dump --ir=flat -m P.M --set a=B --set b=Kind.C --set part.kind=P.Kind.B --set both={C,A}
package P
  type Kind = enumeration(A, B, C);
  model Part
    type Own = enumeration(left, right);
    parameter Kind kind = Kind.A;
    parameter Own side = Own.left;
  end Part;
  model M
    parameter Kind a = Kind.A;
    parameter Kind b = Kind.A;
    parameter Kind both[2] = {Kind.A, Kind.A};
    Part part;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| type P.Kind = enumeration(A, B, C);
//| type P.Part.Own = enumeration(left, right);
//| model P.M
//|   parameter P.Kind a = P.Kind.B;
//|   parameter P.Kind b = P.Kind.C;
//|   parameter P.Kind both[1] = P.Kind.C;
//|   parameter P.Kind both[2] = P.Kind.A;
//|   parameter P.Kind part.kind = P.Kind.B;
//|   parameter P.Part.Own part.side = P.Part.Own.left;
//| end P.M;
