within FrictionElements.Translational;
model TableFriction
  "Dry friction of a bearing whose sliding friction is a table over the speed: the bearing may stand on a moving support and heat a port"
  import FrictionElements.Types.Mode;
  parameter Real f_pos[:, 2] = [0, 1]
    "sliding friction [N] at speeds [m/s] from 0 up: linear between the rows, and beyond them on the line through the last two; one row: constant";
  parameter Real peak(min = 1) = 1 "largest holding friction / sliding friction at the speed 0";
  parameter Real m_inv_fixed(unit = "1/kg", min = 0) = 0
    "inverse of the inertia that a stuck shaft puts against its force: not needed, also not where the motion is prescribed";
  parameter Boolean useSupport = false "the housing stands on the flange `support`, not on the ground";
  parameter Boolean useHeatPort = false "the heat leaves through `heatPort`";
  Interfaces.TranslationalFlange flange_a "left end of the shaft";
  Interfaces.TranslationalFlange flange_b "right end of the shaft";
  Interfaces.TranslationalFlange support if useSupport "the housing";
  Interfaces.HeatPort heatPort if useHeatPort "where the heat goes";
  Types.Position s "position of the shaft in its housing";
  Types.Velocity v "speed of the shaft in its housing";
  Types.Acceleration a "its acceleration";
  Types.Force f "friction on the shaft, against v";
  Types.Force f0 "sliding friction at the speed 0";
  Types.Force f0_max "largest holding friction";
  Types.Power lossPower "heat made by friction";
  Real sa(unit = "N") "parameter of the curve: the friction while stuck, beyond the largest holding friction the acceleration";
  Boolean startFor "breaks away forward";
  Boolean startBack "breaks away backward";
  Boolean locked "sticks";
  Mode mode(start = Mode.Stuck) "Backward, Stuck or Forward";
protected
  final parameter Real perForce(unit = "1/kg") = 1 "acceleration that one unit of sa stands for beyond the break-away";
  Reaction housing(f = -f) "the support, or the ground";
  HeatSource heat(Q_flow = lossPower);
  Fixed ground if not useSupport;
  Surroundings surroundings if not useHeatPort;
initial equation
  pre(mode) = if v > 0 then Mode.Forward elseif v < 0 then Mode.Backward else Mode.Stuck;
equation
  assert(size(f_pos, 1) > 0, "the table f_pos of the friction has no rows");
  connect(housing.flange, support);
  connect(ground.flange, housing.flange);
  connect(heat.port, heatPort);
  connect(surroundings.port, heat.port);
  s = flange_a.s - housing.flange.s;
  flange_a.s = flange_b.s;
  v = der(s);
  a = der(v);
  flange_a.f + flange_b.f = f;
  f0 = Functions.linearTable(f_pos, 0);
  f0_max = peak*f0;
  startFor = pre(mode) == Mode.Stuck and sa > f0_max;
  startBack = pre(mode) == Mode.Stuck and sa < -f0_max;
  locked = pre(mode) == Mode.Stuck and not (startFor or startBack);
  a = if locked then m_inv_fixed*sa
      elseif pre(mode) == Mode.Forward or startFor then perForce*(sa - f0_max)
      else perForce*(sa + f0_max);
  f = if locked then sa
      elseif pre(mode) == Mode.Forward or startFor then Functions.linearTable(f_pos, v)
      else -Functions.linearTable(f_pos, -v);
  mode = if (pre(mode) == Mode.Forward or startFor) and v > 0 then Mode.Forward
         elseif (pre(mode) == Mode.Backward or startBack) and v < 0 then Mode.Backward
         else Mode.Stuck;
  lossPower = f*v;
end TableFriction;
