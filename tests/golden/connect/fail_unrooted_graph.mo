// run: simulate -m P.M -o {scratch}/r.csv --stop-time 1
package P
  type Turn
    extends Real;
    function equalityConstraint
      input Turn t1;
      input Turn t2;
      output Real residue[0];
    algorithm
      residue := fill(0.0, 0);
    end equalityConstraint;
  end Turn;
  connector Coupling
    // error: nothing in the graph of overdetermined connectors around `give.c.angle` can be its root [ConnectionGraph]
    //   ^
    Turn angle;
    Real w;
    flow Real m;
  end Coupling;
  model Give
    Coupling c;
  equation
    c.w = 2;
    c.angle = 1;
  end Give;
  model Take
    Coupling c;
  equation
    c.m = c.w;
    Connections.potentialRoot(c.angle);
  end Take;
  model M
    Give give, other;
    Take take;
  equation
    connect(other.c, take.c);
  end M;
end P;
