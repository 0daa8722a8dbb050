// run: dump --ir=flat -m P.M
package P
  model Part
    parameter Real scale = 1;
    parameter Real d = 1;
  end Part;
  model M "The constraining clause modifies the default too; the declaration's own modifiers go before"
    replaceable Part one(d = 2) constrainedby Part(scale = 3, d = 4);
    replaceable model Kind = Part(d = 5) constrainedby Part(scale = 6, d = 7);
    Kind two;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real one.scale = 3.0;
//|   parameter Real one.d = 2.0;
//|   parameter Real two.scale = 6.0;
//|   parameter Real two.d = 5.0;
//| end P.M;
