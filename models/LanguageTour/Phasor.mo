within LanguageTour;
operator record Phasor "Complex amplitude of an alternating quantity"
  Real re "real part";
  Real im "imaginary part";

  encapsulated operator 'constructor'
    import LanguageTour.Phasor;
    import LanguageTour.Polar;
    function fromParts "From a number, or two"
      input Real re;
      input Real im = 0;
      output Phasor p(re = re, im = im);
    algorithm
    end fromParts;
    function fromPolar "From length and angle"
      input Polar polar;
      output Phasor p(re = polar.length*cos(polar.angle), im = polar.length*sin(polar.angle));
    algorithm
    end fromPolar;
  end 'constructor';

  encapsulated operator function '0' "Zero of the addition"
    import LanguageTour.Phasor;
    output Phasor zero(re = 0, im = 0);
  algorithm
  end '0';

  encapsulated operator function '+'
    import LanguageTour.Phasor;
    input Phasor a;
    input Phasor b;
    output Phasor c;
  algorithm
    c := Phasor(a.re + b.re, a.im + b.im);
  end '+';

  encapsulated operator '-'
    import LanguageTour.Phasor;
    function negate
      input Phasor a;
      output Phasor c;
    algorithm
      c := Phasor(-a.re, -a.im);
    end negate;
    function subtract
      input Phasor a;
      input Phasor b;
      output Phasor c;
    algorithm
      c := a + (-b);
    end subtract;
  end '-';

  encapsulated operator function '*'
    import LanguageTour.Phasor;
    input Phasor a;
    input Phasor b;
    output Phasor c;
  algorithm
    c := Phasor(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end '*';

  encapsulated operator function '/'
    import LanguageTour.Phasor;
    input Phasor a;
    input Phasor b;
    output Phasor c;
  protected
    Real d = b.re*b.re + b.im*b.im;
  algorithm
    c := a*Phasor(b.re/d, -b.im/d);
  end '/';

  encapsulated operator function '=='
    import LanguageTour.Phasor;
    input Phasor a;
    input Phasor b;
    output Boolean equal = a.re == b.re and a.im == b.im;
  algorithm
  end '==';
end Phasor;
