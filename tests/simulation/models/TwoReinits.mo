model TwoReinits "Of two speeds that a rod ties together both are set, and do not agree"
  extends Constraints.Pendulum(w0 = 1);
equation
  when time >= 0.4 then
    reinit(vx, 1);
    reinit(vy, 5);
  end when;
end TwoReinits;
