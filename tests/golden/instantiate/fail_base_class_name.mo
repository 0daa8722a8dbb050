// run: check -m P.M
package P
  model Shelf
    model Box
      Real volume = 4;
    end Box;
    replaceable model Frame
      Real width = 1;
    end Frame;
  end Shelf;
  operator record Phasor
    Real re = 1;
    Real im = 2;
  end Phasor;
  model M "Names of base classes are neither inherited (MLS 5.6.1) nor replaceable (MLS 7.1.4)"
    operator record Voltage
      // error: `Voltage` cannot extend the operator record `Phasor`: only a short class can be derived from it [OperatorRecordExtended]
      //      ^
      extends Phasor(re = 3);
    end Voltage;
    replaceable model Door
      Real height = 2;
    end Door;
    extends Shelf;
    // error: the base class `Box` of `M` is itself inherited [BaseClassName]
    //      ^
    extends Box;
    // error: the base class `Door` is replaceable [ReplaceableBase]
    //      ^
    extends Door;
    Voltage v;
  end M;
end P;
