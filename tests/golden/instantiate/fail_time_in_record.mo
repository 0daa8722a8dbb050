// run: check -m P.M
package P
  record Sampled
    Real stamp = time;
  end Sampled;
  connector Node
    Real v = 2*time;
  end Node;
  model M
    Sampled s;
    Sampled good(stamp = time);
    Node n;
  end M;
end P;
