// run: check -m P.M
package P
  record Sampled
    // error: `time` is known in models and blocks, not in the record `Sampled` [TimeOutsideModel]
    //           ^
    Real stamp = time;
  end Sampled;
  connector Node
    // error: `time` is known in models and blocks, not in the connector `Node` [TimeOutsideModel]
    //         ^
    Real v = 2*time;
  end Node;
  model M
    Sampled s;
    Sampled good(stamp = time);
    Node n;
  end M;
end P;
