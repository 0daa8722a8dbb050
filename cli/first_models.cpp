// SPDX-License-Identifier: BSD-3-Clause
#include "cli/first_models.h"

#include <string_view>

namespace stiction::cli {
namespace {

constexpr std::string_view kBlock = R"(  parameter Real m(unit = "kg", min = 0) = 2 "mass";
  parameter Real f0(unit = "N", min = 0) = 5 "sliding friction, and the most that friction holds";
  Real x(unit = "m", start = 0, fixed = true) "position";
  Real v_rel(unit = "m/s", start = 0, fixed = true) "speed over the table";
  Real u(unit = "N") = if time < 1 then 8 else 0 "push";
  Real f(unit = "N") "friction force";
  Real s "parameter of the friction curve: the part of f0 that holds; beyond -1 and 1 it slides with s - 1, s + 1 m/s";
equation
  der(x) = v_rel;
  m*der(v_rel) = u - f;
  v_rel = if s > 1 then s - 1 elseif s < -1 then s + 1 else 0;
  f = if s > 1 then f0 elseif s < -1 then -f0 else f0*s;
  annotation(
    experiment(StopTime = 2, Interval = 0.01),
    __Stiction(test(signals = {"x", "v_rel", "f"})));
)";

constexpr std::string_view kDriveline = R"(  parameter Real mu(min = 0) = 0.3 "friction of the clutch";
  Modelica.Mechanics.Rotational.Components.Inertia motor(
    J = 0.5, phi(start = 0, fixed = true), w(start = 100, fixed = true));
  Modelica.Mechanics.Rotational.Components.Clutch clutch(fn_max = 500, mu_pos = [0, mu]);
  Modelica.Mechanics.Rotational.Components.Inertia load(
    J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Modelica.Blocks.Sources.Ramp press(duration = 0.5, startTime = 0.2) "normal force, as a part of fn_max";
equation
  connect(motor.flange_b, clutch.flange_a);
  connect(clutch.flange_b, load.flange_a);
  connect(press.y, clutch.f_normalized);
  annotation(
    experiment(StopTime = 1, Interval = 0.005),
    __Stiction(test(signals = {"motor.w", "load.w", "clutch.mode"})));
)";

FirstModel Named(const std::string& name, const std::string& comment, std::string_view body, const std::string& plot) {
  std::string text = "model " + name + " \"" + comment + "\"\n";
  text.append(body).append("end " + name + ";\n");
  return {text, comment, plot};
}

}  // namespace

FirstModel BlockModel(const std::string& name) {
  return Named(name, "a block is pushed over a rough table for a second, slides on and comes to rest", kBlock,
               "v_rel f");
}

FirstModel DrivelineModel(const std::string& name) {
  return Named(name, "a motor that runs is coupled to a load at rest by a clutch, which is pressed slowly", kDriveline,
               "'*.w'");
}

}  // namespace stiction::cli
