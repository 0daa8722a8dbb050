// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/describe/model_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "fmi/describe/dependencies.h"
#include "fmi/describe/xml_text.h"
#include "runtime/execute/tape.h"

namespace stiction::fmi {
namespace {

using runtime::BoundsInfo;
using runtime::kNoSlot;
using runtime::Program;
using runtime::Slot;
using runtime::ValueType;
using runtime::VariableInfo;
using runtime::VariableKind;

/// min, max and nominal of a variable, as far as they have values before a run.
struct Limits {
  std::optional<double> min, max, nominal;
};

std::map<std::string, Limits> LimitsOf(const Program& program) {
  std::vector<double> slots = program.initial_slots;
  runtime::Tape tape(program);
  for (const runtime::Range range : {program.parameters, program.starts, program.bounds_code})
    tape.Run(range, slots.data());
  tape.ClearFailure();
  const auto value = [&](Slot slot) {
    const bool is_known = slot != kNoSlot && std::isfinite(slots[static_cast<size_t>(slot)]);
    return is_known ? std::optional(slots[static_cast<size_t>(slot)]) : std::nullopt;
  };
  std::map<std::string, Limits> limits;
  for (const BoundsInfo& b : program.bounds) limits[b.name] = {value(b.min), value(b.max), value(b.nominal)};
  for (const runtime::StateInfo& s : program.states) {
    if (const auto nominal = value(s.nominal)) limits[s.name].nominal = nominal;
  }
  return limits;
}

class Writer {
 public:
  Writer(const Program& program, const ExposedModel& model, const DescriptionOptions& options)
      : program_(program),
        model_(model),
        options_(options),
        is_3_(options.version == Version::kFmi3),
        limits_(LimitsOf(program)),
        dependencies_(program, model) {
    for (size_t s = 0; s < model.state_of.size(); ++s) {
      state_of_derivative_[model.derivative_of[s]] = model.state_of[s];
      states_.insert(model.state_of[s]);
    }
  }

  std::string Run() {
    xml_.Open("fmiModelDescription").Add("fmiVersion", is_3_ ? "3.0" : "2.0").Add("modelName", program_.model);
    xml_.Add(is_3_ ? "instantiationToken" : "guid", options_.token).Add("generationTool", options_.tool);
    xml_.Add("variableNamingConvention", Convention());
    if (!is_3_) xml_.Add("numberOfEventIndicators", model_.indicators.size());
    Kinds();
    Units();
    Types();
    xml_.Open("LogCategories");
    for (const char* name : {"logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal"})
      xml_.Open("Category").Add("name", name).Close();
    xml_.Close();
    Experiment();
    xml_.Open("ModelVariables");
    const size_t count = is_3_ ? model_.variables.size() : model_.first_indicator;
    for (size_t v = 0; v < count; ++v) is_3_ ? Variable3(v) : Variable2(v);
    xml_.Close();
    Structure();
    xml_.Close();
    return xml_.text();
  }

 private:
  // Derivatives of derivatives are written otherwise there.
  const char* Convention() const {
    const bool is_flat = std::ranges::any_of(model_.variables, [](const Exposed& variable) {
      return variable.name.find("der(der(") != std::string::npos || variable.name.find('$') != std::string::npos;
    });
    return is_flat ? "flat" : "structured";
  }

  void Kinds() {
    const bool has_state = HasState(program_);
    for (const bool is_exchange : {true, false}) {
      if (!WhyNotExchanged(program_, is_exchange).empty()) continue;
      xml_.Open(is_exchange ? "ModelExchange" : "CoSimulation").Add("modelIdentifier", options_.identifier);
      xml_.Add(is_3_ ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", has_state);
      xml_.Add(is_3_ ? "canSerializeFMUState" : "canSerializeFMUstate", has_state);
      xml_.Add(is_3_ ? "providesDirectionalDerivatives" : "providesDirectionalDerivative", true);
      if (is_exchange) {
        is_3_ ? xml_.Add("needsCompletedIntegratorStep", true) : xml_.Add("completedIntegratorStepNotNeeded", false);
      } else {
        xml_.Add("canHandleVariableCommunicationStepSize", true);
        if (is_3_) xml_.Add("hasEventMode", true);
      }
      xml_.Close();
    }
  }

  const runtime::Declaration* DeclarationOf(const Exposed& variable) const {
    if (variable.kind != Exposed::Kind::kVariable || variable.number < 0) return nullptr;
    return &program_.variables[static_cast<size_t>(variable.number)].declaration();
  }

  std::string UnitOf(const Exposed& variable) const {
    if (variable.kind == Exposed::Kind::kTime) return "s";
    const runtime::Declaration* const declaration = DeclarationOf(variable);
    return declaration != nullptr && variable.type == ValueType::kReal ? declaration->unit : std::string();
  }

  void Units() {
    std::set<std::string> units;
    for (const Exposed& variable : model_.variables) units.insert(UnitOf(variable));
    units.erase("");
    if (units.empty()) return;
    xml_.Open("UnitDefinitions");
    for (const std::string& unit : units) {
      xml_.Open("Unit").Add("name", unit);
      if (const auto base = options_.read_unit ? options_.read_unit(unit) : std::nullopt) Base(*base);
      xml_.Close();
    }
    xml_.Close();
  }

  void Base(const BaseUnit& base) {
    static constexpr const char* kNames[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    xml_.Open("BaseUnit");
    for (size_t i = 0; i < base.exponents.size(); ++i) {
      if (base.exponents[i] != 0) xml_.Add(kNames[i], base.exponents[i]);
    }
    if (base.factor != 1) xml_.Add("factor", base.factor);
    xml_.Close();
  }

  void Types() {
    for (const Exposed& variable : model_.variables) {
      if (variable.type != ValueType::kEnumeration) continue;
      const std::vector<std::string>& literals = DeclarationOf(variable)->literals;
      enumerations_.try_emplace(literals, fmt::format("Enumeration{}", enumerations_.size() + 1));
    }
    if (enumerations_.empty()) return;
    std::map<std::string, const std::vector<std::string>*> by_name;
    for (const auto& [literals, name] : enumerations_) by_name[name] = &literals;
    xml_.Open("TypeDefinitions");
    for (const auto& [name, literals] : by_name) {
      if (!is_3_) xml_.Open("SimpleType").Add("name", name);
      xml_.Open(is_3_ ? "EnumerationType" : "Enumeration");
      if (is_3_) xml_.Add("name", name);
      for (size_t i = 0; i < literals->size(); ++i)
        xml_.Open("Item").Add("name", (*literals)[i]).Add("value", i + 1).Close();
      xml_.Close();
      if (!is_3_) xml_.Close();
    }
    xml_.Close();
  }

  void Experiment() {
    const runtime::ExperimentInfo& experiment = program_.experiment;
    xml_.Open("DefaultExperiment").Add("startTime", experiment.start_time).Add("stopTime", experiment.stop_time);
    xml_.Add("tolerance", experiment.tolerance).Add("stepSize", experiment.interval).Close();
  }

  struct Role {
    const char* causality = "local";
    const char* variability = "continuous";
    const char* initial = "calculated";  // null: not told
    std::optional<double> start;
  };

  Role RoleOf(size_t v) const {
    const Exposed& variable = model_.variables[v];
    if (variable.kind == Exposed::Kind::kTime) return {"independent", "continuous", nullptr, {}};
    Role role;
    if (variable.kind != Exposed::Kind::kVariable || variable.number < 0) return role;
    const VariableInfo& info = program_.variables[static_cast<size_t>(variable.number)];
    if (variable.start != kNoSlot) {
      const double start = program_.initial_slots[static_cast<size_t>(variable.start)];
      role.start = variable.negated ? -start : start;
      role.initial = "exact";
    }
    const bool varies_with_time = variable.type == ValueType::kReal && info.kind != VariableKind::kDiscrete;
    if (info.kind == VariableKind::kParameter) {
      role.variability = "fixed";
      if (role.start) role.causality = "parameter";
    } else {
      role.variability = varies_with_time ? "continuous" : "discrete";
      if (info.is_output) role.causality = "output";
    }
    if (info.kind == VariableKind::kInput) {
      role.causality = "input";
      role.initial = nullptr;
    }
    return role;
  }

  static const char* Name2(ValueType type) {
    switch (type) {
      case ValueType::kReal:
        return "Real";
      case ValueType::kInteger:
        return "Integer";
      case ValueType::kBoolean:
        return "Boolean";
      case ValueType::kEnumeration:
        return "Enumeration";
      case ValueType::kString:
        return "String";
    }
    return "";
  }
  static const char* Name3(ValueType type) {
    return type == ValueType::kReal ? "Float64" : type == ValueType::kInteger ? "Int32" : Name2(type);
  }

  std::string CommentOf(const Exposed& variable) const {
    if (variable.kind == Exposed::Kind::kIndicator) {
      const auto at = static_cast<size_t>(model_.indicators[static_cast<size_t>(variable.number)]);
      const size_t relations = program_.relations.size();
      return at < relations ? program_.relations[at].text : program_.held[at - relations].text;
    }
    const runtime::Declaration* const declaration = DeclarationOf(variable);
    return declaration == nullptr ? std::string() : declaration->comment;
  }

  void Common(size_t v, const Role& role) {
    const Exposed& variable = model_.variables[v];
    xml_.Add("name", variable.name).Add("valueReference", v).AddText("description", CommentOf(variable));
    xml_.Add("causality", role.causality).Add("variability", role.variability);
    if (role.initial != nullptr) xml_.Add("initial", role.initial);
  }

  // The attributes of the type, which are those of the variable in FMI 3.0. References to others are indices from 1 in
  // FMI 2.0.
  void Attributes(size_t v, const Role& role) {
    const Exposed& variable = model_.variables[v];
    if (variable.type == ValueType::kEnumeration)
      xml_.Add("declaredType", enumerations_.at(DeclarationOf(variable)->literals));
    xml_.AddText("unit", UnitOf(variable));
    const auto limits = limits_.find(variable.name);
    if (limits != limits_.end() && variable.type == ValueType::kReal) {
      xml_.Add("min", limits->second.min).Add("max", limits->second.max);
      if (limits->second.nominal && *limits->second.nominal != 0)
        xml_.Add("nominal", std::abs(*limits->second.nominal));
    }
    if (const auto state = state_of_derivative_.find(static_cast<int32_t>(v)); state != state_of_derivative_.end())
      xml_.Add("derivative", state->second + (is_3_ ? 0 : 1));
    if (states_.contains(static_cast<int32_t>(v))) xml_.Add("reinit", true);
    if (!role.start) return;
    switch (variable.type) {
      case ValueType::kReal:
        xml_.Add("start", *role.start);
        break;
      case ValueType::kBoolean:
        xml_.Add("start", *role.start != 0);
        break;
      default:
        xml_.Add("start", static_cast<int64_t>(*role.start));
    }
  }

  void Variable2(size_t v) {
    const Role role = RoleOf(v);
    xml_.Open("ScalarVariable");
    Common(v, role);
    xml_.Open(Name2(model_.variables[v].type));
    Attributes(v, role);
    xml_.Close().Close();
  }
  void Variable3(size_t v) {
    const Role role = RoleOf(v);
    xml_.Open(Name3(model_.variables[v].type));
    Common(v, role);
    Attributes(v, role);
    xml_.Close();
  }

  /// What a continuous unknown depends on; nothing of others: on all.
  std::optional<std::string> DependenciesOf(size_t v) const {
    const Exposed& variable = model_.variables[v];
    std::vector<uint32_t> found;
    if (variable.kind == Exposed::Kind::kIndicator) {
      const auto at = static_cast<size_t>(model_.indicators[static_cast<size_t>(variable.number)]);
      const size_t relations = program_.relations.size();
      if (at >= relations) {
        found = dependencies_.Of(program_.held[at - relations].current);
      } else {
        found = dependencies_.Of(program_.relations[at].left);
        const std::vector<uint32_t> more = dependencies_.Of(program_.relations[at].right);
        found.insert(found.end(), more.begin(), more.end());
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
      }
    } else {
      if (variable.number >= 0 && variable.kind == Exposed::Kind::kVariable &&
          program_.variables[static_cast<size_t>(variable.number)].kind == VariableKind::kDiscrete)
        return std::nullopt;
      found = dependencies_.Of(variable.slot);
    }
    std::string text;
    for (const uint32_t known : found) text += fmt::format("{}{}", text.empty() ? "" : " ", is_3_ ? known : known + 1);
    return text;
  }

  void Unknown(const char* name, size_t v, bool tells_dependencies) {
    xml_.Open(name).Add(is_3_ ? "valueReference" : "index", is_3_ ? v : v + 1);
    if (tells_dependencies) xml_.Add("dependencies", DependenciesOf(v));
    xml_.Close();
  }

  void Unknowns(const char* list, const char* name, const std::vector<size_t>& unknowns, bool tells_dependencies) {
    if (unknowns.empty()) return;
    if (!is_3_) xml_.Open(list);
    for (const size_t v : unknowns) Unknown(is_3_ ? name : "Unknown", v, tells_dependencies);
    if (!is_3_) xml_.Close();
  }

  void Structure() {
    std::vector<size_t> outputs, initial, indicators;
    std::set<size_t> calculated;
    for (size_t v = 0; v < model_.first_indicator; ++v) {
      if (std::string_view(RoleOf(v).causality) != "output") continue;
      outputs.push_back(v);
      calculated.insert(v);
    }
    std::vector<size_t> derivatives(model_.derivative_of.begin(), model_.derivative_of.end());
    calculated.insert(derivatives.begin(), derivatives.end());
    for (const int32_t state : model_.state_of) calculated.insert(static_cast<size_t>(state));
    for (const size_t v : calculated) {
      if (!RoleOf(v).start) initial.push_back(v);
    }
    for (size_t v = model_.first_indicator; v < model_.variables.size(); ++v) indicators.push_back(v);
    xml_.Open("ModelStructure");
    Unknowns("Outputs", "Output", outputs, true);
    Unknowns("Derivatives", "ContinuousStateDerivative", derivatives, true);
    Unknowns("InitialUnknowns", "InitialUnknown", initial, false);
    if (is_3_) Unknowns("", "EventIndicator", indicators, true);
    xml_.Close();
  }

  const Program& program_;
  const ExposedModel& model_;
  const DescriptionOptions& options_;
  bool is_3_;
  XmlText xml_;
  std::map<std::string, Limits> limits_;
  Dependencies dependencies_;
  std::map<int32_t, int32_t> state_of_derivative_;
  std::set<int32_t> states_;
  std::map<std::vector<std::string>, std::string> enumerations_;  // the names of their types
};

}  // namespace

std::string DescribeModel(const Program& program, const ExposedModel& model, const DescriptionOptions& options) {
  return Writer(program, model, options).Run();
}

}  // namespace stiction::fmi
