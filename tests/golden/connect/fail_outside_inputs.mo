// run: check -m P.M
package P
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = 1;
  end Source;
  model Half
    In first, second, third;
    Source source;
  equation
    // error: `half.first` and `half.second` are both sources of one signal: an input of the class brings it from outside, whatever is connected there [ConnectIncompatible]
    connect(first, second);
    // error: `half.third` and `half.source.y` are both sources of one signal: an input of the class brings it from outside, whatever is connected there [ConnectIncompatible]
    connect(third, source.y);
  end Half;
  model M
    Half half(first = 1);
  end M;
end P;
