// run: dump --ir=flat -m P.M
package P
  model A
    replaceable model Part
      parameter Real a = 1;
    end Part;
  end A;
  model B
    extends A;
    redeclare replaceable model extends Part
      parameter Real b = 2;
    end Part;
  end B;
  model M
    extends B;
    redeclare model extends Part(a = 4)
      parameter Real c = 3;
    end Part;
    Part part;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real part.a = 4.0;
//|   parameter Real part.b = 2.0;
//|   parameter Real part.c = 3.0;
//| end P.M;
