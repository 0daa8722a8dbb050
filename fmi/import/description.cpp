// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/description.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <pugixml.hpp>
#include <string_view>

namespace stiction::fmi {
namespace {

struct Wrong {
  std::string message;
};

constexpr size_t kMostVariables = 10'000'000;

constexpr std::pair<std::string_view, ImportedType> kTypes[] = {
    {"Real", ImportedType::kFloat64},    {"Float64", ImportedType::kFloat64},
    {"Float32", ImportedType::kFloat32}, {"Integer", ImportedType::kInt32},
    {"Int8", ImportedType::kInt8},       {"UInt8", ImportedType::kUInt8},
    {"Int16", ImportedType::kInt16},     {"UInt16", ImportedType::kUInt16},
    {"Int32", ImportedType::kInt32},     {"UInt32", ImportedType::kUInt32},
    {"Int64", ImportedType::kInt64},     {"UInt64", ImportedType::kUInt64},
    {"Boolean", ImportedType::kBoolean}, {"String", ImportedType::kString},
    {"Binary", ImportedType::kBinary},   {"Enumeration", ImportedType::kEnumeration},
    {"Clock", ImportedType::kClock}};

std::optional<ImportedType> TypeOf(std::string_view name) {
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return std::nullopt;
}

std::string Text(pugi::xml_node node, const char* name) { return node.attribute(name).value(); }

std::optional<double> Number(pugi::xml_node node, const char* name) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  const std::string_view text = attribute.value();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw Wrong{fmt::format("{}=\"{}\" of {} is no number", name, text, node.name())};
  return value;
}

int64_t Whole(pugi::xml_node node, const char* name) {
  const std::optional<double> value = Number(node, name);
  if (!value || *value != static_cast<double>(static_cast<int64_t>(*value)) || *value < 0 || *value > 4294967295.0)
    throw Wrong{fmt::format("{} of {} must be a whole number, not \"{}\"", name, node.name(), Text(node, name))};
  return static_cast<int64_t>(*value);
}

class DescriptionReader {
 public:
  explicit DescriptionReader(pugi::xml_node root) : root_(root) {}

  ImportedModel Run() {
    const std::string version = Text(root_, "fmiVersion");
    if (std::string_view(root_.name()) != "fmiModelDescription") throw Wrong{"it is no description of a model"};
    if (version != "2.0" && !version.starts_with("3.0"))
      throw Wrong{fmt::format("it is of FMI '{}'; 2.0 and 3.0 are read", version)};
    model_.version = version == "2.0" ? 2 : 3;
    model_.name = Text(root_, "modelName");
    model_.description = Text(root_, "description");
    model_.tool = Text(root_, "generationTool");
    model_.token = Text(root_, model_.version == 2 ? "guid" : "instantiationToken");
    if (model_.version == 2)
      model_.indicator_count =
          root_.attribute("numberOfEventIndicators") ? static_cast<size_t>(Whole(root_, "numberOfEventIndicators")) : 0;
    model_.exchange = Kind(root_.child("ModelExchange"));
    model_.stepped = Kind(root_.child("CoSimulation"));
    Types();
    if (const pugi::xml_node experiment = root_.child("DefaultExperiment")) {
      model_.start_time = Number(experiment, "startTime");
      model_.stop_time = Number(experiment, "stopTime");
      model_.tolerance = Number(experiment, "tolerance");
      model_.step = Number(experiment, "stepSize");
    }
    if (!model_.step && model_.stepped) model_.step = Number(root_.child("CoSimulation"), "fixedInternalStepSize");
    Variables();
    States();
    return std::move(model_);
  }

 private:
  std::optional<ImportedKind> Kind(pugi::xml_node node) const {
    if (!node) return std::nullopt;
    ImportedKind kind;
    kind.identifier = Text(node, "modelIdentifier");
    if (kind.identifier.empty() || kind.identifier.find('/') != std::string::npos)
      throw Wrong{fmt::format("modelIdentifier '{}' is no name", kind.identifier)};
    kind.needs_completed_step = model_.version == 2 ? !node.attribute("completedIntegratorStepNotNeeded").as_bool(false)
                                                    : node.attribute("needsCompletedIntegratorStep").as_bool(false);
    kind.can_vary_step = node.attribute("canHandleVariableCommunicationStepSize").as_bool(false);
    kind.has_event_mode = node.attribute("hasEventMode").as_bool(false);
    kind.gives_derivatives = node.attribute("providesDirectionalDerivative").as_bool(false) ||
                             node.attribute("providesDirectionalDerivatives").as_bool(false);
    return kind;
  }

  void Types() {
    for (const pugi::xml_node type : root_.child("TypeDefinitions").children()) {
      const pugi::xml_node enumeration =
          std::string_view(type.name()) == "EnumerationType" ? type : type.child("Enumeration");
      std::vector<ImportedLiteral>& literals = literals_[Text(type, "name")];
      for (const pugi::xml_node item : enumeration.children("Item"))
        literals.push_back({Text(item, "name"), item.attribute("value").as_llong()});
      const pugi::xml_node real = model_.version == 2 ? type.child("Real") : type;
      units_[Text(type, "name")] = Text(real, "unit");
    }
  }

  void Variables() {
    Sizes();
    for (const pugi::xml_node node : root_.child("ModelVariables").children()) {
      const pugi::xml_node typed = model_.version == 2 ? FirstType(node) : node;
      const ImportedVariable variable = Variable(node, typed);
      if (variable.type == ImportedType::kClock && variable.causality == "input")
        model_.input_clocks.push_back(variable.name);
      const std::vector<uint32_t> dimensions = Dimensions(typed);
      if (typed.attribute("derivative")) {
        derivatives_.push_back({model_.variables.size(), Whole(typed, "derivative")});
        derivatives_.back().count = SizeOf(dimensions);
      }
      const bool is_first = number_of_.emplace(variable.reference, model_.variables.size()).second;
      if (!is_first && model_.version == 3)
        throw Wrong{fmt::format("it has two variables with the value reference {}", variable.reference)};
      Add(variable, dimensions);
      for (const pugi::xml_node alias : node.children("Alias")) {
        ImportedVariable other = variable;
        other.name = Text(alias, "name");
        if (alias.attribute("description")) other.description = Text(alias, "description");
        Add(other, dimensions);
      }
    }
    if (model_.variables.empty()) throw Wrong{"it describes no variables"};
    for (const auto& [first, of, count] : derivatives_) {
      const auto state = static_cast<size_t>(NumberOf(of));
      if (state + count > model_.variables.size() || model_.variables[state].array_size != count)
        throw Wrong{fmt::format("`{}` and its derivative have not the same size", model_.variables[state].name)};
      for (size_t k = 0; k < count; ++k) model_.variables[first + k].derivative_of = static_cast<int64_t>(state + k);
    }
  }

  ImportedVariable Variable(pugi::xml_node node, pugi::xml_node typed) {
    const std::optional<ImportedType> type = TypeOf(typed.name());
    if (!type) throw Wrong{fmt::format("`{}` has no known type", Text(node, "name"))};
    ImportedVariable variable;
    variable.name = Text(node, "name");
    variable.description = Text(node, "description");
    variable.type = *type;
    variable.reference = static_cast<uint32_t>(Whole(node, "valueReference"));
    variable.causality = node.attribute("causality").as_string("local");
    const bool is_float = *type == ImportedType::kFloat64 || *type == ImportedType::kFloat32;
    const bool is_parameter = variable.causality.ends_with("arameter");
    variable.variability = node.attribute("variability")
                               .as_string(is_parameter ? "fixed"
                                          : is_float   ? "continuous"
                                                       : "discrete");
    variable.initial = Text(node, "initial");
    const std::string declared = Text(typed, "declaredType");
    variable.unit = typed.attribute("unit") ? Text(typed, "unit") : units_[declared];
    if (*type == ImportedType::kEnumeration) variable.literals = literals_[declared];
    if (typed.attribute("start")) variable.start = Text(typed, "start");
    if (const pugi::xml_node start = typed.child("Start")) variable.start = Text(start, "value");
    return variable;
  }

  // The values of what dimensions may refer to.
  void Sizes() {
    if (model_.version == 2) return;
    for (const pugi::xml_node node : root_.child("ModelVariables").children("UInt64")) {
      const std::string_view causality = node.attribute("causality").value();
      if (causality == "structuralParameter" || std::string_view(node.attribute("variability").value()) == "constant")
        size_of_[static_cast<uint32_t>(Whole(node, "valueReference"))] = node;
    }
  }
  std::vector<uint32_t> Dimensions(pugi::xml_node typed) {
    std::vector<uint32_t> dimensions;
    for (const pugi::xml_node dimension : typed.children("Dimension")) {
      pugi::xml_node told = dimension;
      if (dimension.attribute("valueReference")) {
        const auto reference = static_cast<uint32_t>(Whole(dimension, "valueReference"));
        const auto found = size_of_.find(reference);
        if (found == size_of_.end()) throw Wrong{fmt::format("variable {} is no size of an array", reference)};
        model_.sizes.insert(reference);
        told = found->second;
      }
      dimensions.push_back(static_cast<uint32_t>(Whole(told, "start")));
    }
    return dimensions;
  }
  uint32_t SizeOf(const std::vector<uint32_t>& dimensions) const {
    uint64_t size = 1;
    for (const uint32_t length : dimensions) {
      size *= length;
      if (size == 0) throw Wrong{"it has an array without elements"};
      if (size > kMostVariables) throw Wrong{fmt::format("it has an array of {} elements, or more", size)};
    }
    return static_cast<uint32_t>(size);
  }

  // A variable, or each of its elements: rows one after the other.
  void Add(const ImportedVariable& variable, const std::vector<uint32_t>& dimensions) {
    const uint32_t size = SizeOf(dimensions);
    if (model_.variables.size() + size > kMostVariables)
      throw Wrong{fmt::format("it has more than {} variables", kMostVariables)};
    if (dimensions.empty()) {
      model_.variables.push_back(variable);
      return;
    }
    ImportedVariable element = variable;
    element.is_element = true;
    element.array_size = size;
    const std::vector<std::string> starts = WordsOf(variable.start.value_or(""));
    for (uint32_t k = 0; k < size; ++k) {
      element.element = k;
      element.name = variable.name + SubscriptsOf(k, dimensions);
      // One value is that of each element.
      const size_t at = starts.size() == 1 ? 0 : k;
      element.start = at < starts.size() ? std::optional(starts[at]) : std::nullopt;
      model_.variables.push_back(element);
    }
  }
  static std::vector<std::string> WordsOf(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    std::vector<std::string> words;
    for (size_t begin = text.find_first_not_of(kSpace); begin != std::string_view::npos;) {
      const size_t end = std::min(text.find_first_of(kSpace, begin), text.size());
      words.emplace_back(text.substr(begin, end - begin));
      begin = text.find_first_not_of(kSpace, end);
    }
    return words;
  }
  static std::string SubscriptsOf(uint32_t element, const std::vector<uint32_t>& dimensions) {
    std::string text;
    for (size_t d = dimensions.size(); d-- > 0;) {
      text = fmt::format("{}{}{}", element % dimensions[d] + 1, text.empty() ? "" : ",", text);
      element /= dimensions[d];
    }
    return "[" + text + "]";
  }

  static pugi::xml_node FirstType(pugi::xml_node node) {
    for (const pugi::xml_node child : node.children()) {
      if (TypeOf(child.name())) return child;
    }
    return node;
  }

  // Indices from 1 in FMI 2.0, value references in FMI 3.0.
  int64_t NumberOf(int64_t given) const {
    if (model_.version == 3) {
      const auto found = number_of_.find(static_cast<uint32_t>(given));
      if (found != number_of_.end()) return static_cast<int64_t>(found->second);
    } else if (given >= 1 && static_cast<size_t>(given) <= model_.variables.size()) {
      return given - 1;
    }
    throw Wrong{fmt::format("it refers to variable {}, which there is not", given)};
  }

  void States() {
    const pugi::xml_node structure = root_.child("ModelStructure");
    const bool is_2 = model_.version == 2;
    const pugi::xml_node list = is_2 ? structure.child("Derivatives") : structure;
    for (const pugi::xml_node node : list.children(is_2 ? "Unknown" : "ContinuousStateDerivative")) {
      const auto derivative = static_cast<size_t>(NumberOf(Whole(node, is_2 ? "index" : "valueReference")));
      const int64_t state = model_.variables[derivative].derivative_of;
      if (state < 0) throw Wrong{fmt::format("`{}` is the derivative of nothing", model_.variables[derivative].name)};
      for (size_t k = 0; k < model_.variables[derivative].array_size; ++k) {
        model_.derivatives.push_back(derivative + k);
        model_.states.push_back(static_cast<size_t>(state) + k);
      }
    }
  }

  pugi::xml_node root_;
  ImportedModel model_;
  std::map<std::string, std::vector<ImportedLiteral>> literals_;  // by type
  std::map<std::string, std::string> units_;
  std::map<uint32_t, size_t> number_of_;
  std::map<uint32_t, pugi::xml_node> size_of_;  // variables that may be sizes of arrays
  struct Derivative {
    size_t first = 0;  // variable
    int64_t of = 0;    // as the description refers to it
    size_t count = 1;
  };
  std::vector<Derivative> derivatives_;
};

}  // namespace

std::variant<ImportedModel, std::string> ReadDescription(const std::string& path) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_file(path.c_str());
  if (!parsed) return fmt::format("modelDescription.xml: {} (byte {})", parsed.description(), parsed.offset);
  try {
    return DescriptionReader(document.document_element()).Run();
  } catch (const Wrong& wrong) {
    return "modelDescription.xml: " + wrong.message;
  }
}

}  // namespace stiction::fmi
