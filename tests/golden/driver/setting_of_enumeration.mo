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
