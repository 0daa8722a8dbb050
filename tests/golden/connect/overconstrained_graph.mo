// run: dump --ir=flat -m P.M
package P "Directions in the plane: two numbers for one angle"
  record Direction
    Real c, s;
    function equalityConstraint
      input Direction d1, d2;
      output Real residue[1];
    algorithm
      residue := {d1.s*d2.c - d1.c*d2.s};
      annotation(Inline = true);
    end equalityConstraint;
  end Direction;
  connector Frame
    Direction d;
    flow Real t;
  end Frame;
  model Ground
    Frame b;
  equation
    Connections.root(b.d);
    b.d.c = 1;
    b.d.s = 0;
  end Ground;
  model Body
    Frame a;
    parameter Integer priority = 0;
  equation
    Connections.potentialRoot(a.d, priority = priority);
    if Connections.isRoot(a.d) then
      a.d.c = cos(time);
      a.d.s = sin(time);
    else
      a.t = priority;
    end if;
  end Body;
  model Joint
    Frame a, b;
    Boolean forward = Connections.rooted(a.d);
  equation
    Connections.branch(a.d, b.d);
    a.t + b.t = 0;
    if Connections.rooted(a.d) then
      b.d.c = a.d.c;
      b.d.s = a.d.s;
    else
      a.d.c = b.d.c;
      a.d.s = b.d.s;
    end if;
  end Joint;
  model M "A loop of two joints on the ground, a joint between two free bodies, connects twice"
    Ground ground;
    Joint j1, j2, j3;
    Body far(priority = 2), near(priority = 1);
  equation
    connect(ground.b, j1.a);
    connect(ground.b, j2.a);
    connect(j1.b, j2.b);
    connect(far.a, j3.a);
    connect(j3.b, near.a);
    connect(near.a, j3.b);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.Direction.equalityConstraint
//|   input Real d1.c;
//|   input Real d1.s;
//|   input Real d2.c;
//|   input Real d2.s;
//|   output Real residue[1];
//| algorithm
//|   residue[1] := d1.s*d2.c - d1.c*d2.s;
//| end P.Direction.equalityConstraint;
//| model P.M
//|   Real ground.b.d.c;
//|   Real ground.b.d.s;
//|   flow Real ground.b.t;
//|   Real j1.a.d.c;
//|   Real j1.a.d.s;
//|   flow Real j1.a.t;
//|   Real j1.b.d.c;
//|   Real j1.b.d.s;
//|   flow Real j1.b.t;
//|   Boolean j1.forward;
//|   Real j2.a.d.c;
//|   Real j2.a.d.s;
//|   flow Real j2.a.t;
//|   Real j2.b.d.c;
//|   Real j2.b.d.s;
//|   flow Real j2.b.t;
//|   Boolean j2.forward;
//|   Real j3.a.d.c;
//|   Real j3.a.d.s;
//|   flow Real j3.a.t;
//|   Real j3.b.d.c;
//|   Real j3.b.d.s;
//|   flow Real j3.b.t;
//|   Boolean j3.forward;
//|   Real far.a.d.c;
//|   Real far.a.d.s;
//|   flow Real far.a.t;
//|   parameter Integer far.priority = 2;
//|   Real near.a.d.c;
//|   Real near.a.d.s;
//|   flow Real near.a.t;
//|   parameter Integer near.priority = 1;
//| equation
//|   ground.b.d.c = 1.0;
//|   ground.b.d.s = 0.0;
//|   j1.forward = true;
//|   j1.a.t + j1.b.t = 0.0;
//|   j1.b.d.c = j1.a.d.c;
//|   j1.b.d.s = j1.a.d.s;
//|   j2.forward = true;
//|   j2.a.t + j2.b.t = 0.0;
//|   j2.b.d.c = j2.a.d.c;
//|   j2.b.d.s = j2.a.d.s;
//|   j3.forward = false;
//|   j3.a.t + j3.b.t = 0.0;
//|   j3.a.d.c = j3.b.d.c;
//|   j3.a.d.s = j3.b.d.s;
//|   far.a.t = far.priority;
//|   near.a.d.c = cos(time);
//|   near.a.d.s = sin(time);
//|   ground.b.d.c = j1.a.d.c;
//|   ground.b.d.c = j2.a.d.c;
//|   ground.b.d.s = j1.a.d.s;
//|   ground.b.d.s = j2.a.d.s;
//|   ground.b.t + j1.a.t + j2.a.t = 0.0;
//|   j1.b.t + j2.b.t = 0.0;
//|   j3.a.d.c = far.a.d.c;
//|   j3.a.d.s = far.a.d.s;
//|   j3.a.t + far.a.t = 0.0;
//|   j3.b.d.c = near.a.d.c;
//|   j3.b.d.s = near.a.d.s;
//|   j3.b.t + near.a.t = 0.0;
//|   P.Direction.equalityConstraint(j1.b.d.c, j1.b.d.s, j2.b.d.c, j2.b.d.s) = 0.0;
//| end P.M;
