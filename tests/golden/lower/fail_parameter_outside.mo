// run: check
// stderr: hint: give it a value from 0 to 1
// stderr: hint: give it a value of at least 0
// stderr: hint: give it a value of at most fast
package P
  type Gear = enumeration(slow, medium, fast, reverse);
  type Mass = Real(min = 0, unit = "kg");
  type Share = Real(min = 0, max = 1);
  model M "A value lies between min and max of its type"
    // error: the parameter `mu` = 1.5 lies above its max = 1 [ValueOutOfRange]
    //              ^
    parameter Share mu = 1.5;
    // error: the parameter `m` = -2 lies below its min = 0 [ValueOutOfRange]
    //             ^
    parameter Mass m = -k;
    parameter Real k = 2;
    parameter Mass good = 3;
    parameter Share edge = 1;
    // error: the constant `n` = 0 lies below its min = 1 [ValueOutOfRange]
    //               ^
    constant Integer n(min = 1) = 0;
    // error: the parameter `gear` = reverse lies above its max = fast [ValueOutOfRange]
    //             ^
    parameter Gear gear(max = Gear.fast) = Gear.reverse;
    // error: the parameter `v[2]` = 3 lies above its max = 2.5 [ValueOutOfRange]
    //             ^
    parameter Real v[3](each max = 2.5) = {1, 3, 2};
    // error: the parameter `w[3]` = 3 lies above its max = 2.5 [ValueOutOfRange]
    //             ^
    parameter Real w[3](max = {1.5, 2.5, 2.5}) = {1, 2, 3};
    // error: `never` has min = 5 above max = 1: no value lies between them [ValueOutOfRange]
    //   ^
    Real never(min = 5, max = 1) = 2;
  end M;
end P;
