#include "runtime/external/provided_tables.h"

#include <fmt/format.h>

#include <cmath>

#include "runtime/external/table_1d.h"

namespace stiction::runtime {
namespace {

using Argument = ExternalArgument;
using Arguments = std::span<const ExternalArgument>;
using Kind = ExternalArgument::Kind;

constexpr Kind kInit3Of1D[] = {Kind::kString,  Kind::kString,  Kind::kArray,   Kind::kInteger,
                               Kind::kInteger, Kind::kArray,   Kind::kInteger, Kind::kInteger,
                               Kind::kInteger, Kind::kBoolean, Kind::kString,  Kind::kInteger};
constexpr Kind kObjectOnly[] = {Kind::kObject};
constexpr Kind kValueOf1D[] = {Kind::kObject, Kind::kInteger, Kind::kReal};
constexpr Kind kDerValueOf1D[] = {Kind::kObject, Kind::kInteger, Kind::kReal, Kind::kReal};
constexpr Kind kDer2ValueOf1D[] = {Kind::kObject, Kind::kInteger, Kind::kReal, Kind::kReal, Kind::kReal};

Matrix MatrixOf(const Argument& array) {
  Matrix matrix;
  if (array.sizes.size() == 2) {
    matrix.rows = static_cast<size_t>(array.sizes[0]);
    matrix.columns = static_cast<size_t>(array.sizes[1]);
  }
  matrix.values.assign(array.values.begin(), array.values.end());
  return matrix;
}

std::vector<int> ColumnsOf(const Argument& array) {
  std::vector<int> columns;
  for (const double column : array.values) columns.push_back(static_cast<int>(column));
  return columns;
}

ConstructedObject Make1D(Arguments arguments) {
  TableOptions options;
  options.name = "table";
  options.smoothness = static_cast<Smoothness>(arguments[7].number);
  options.extrapolation = static_cast<Extrapolation>(arguments[8].number);
  return Table1D::Make(MatrixOf(arguments[2]), ColumnsOf(arguments[5]), options);
}

const Table1D* Table1DOf(Arguments arguments) { return dynamic_cast<const Table1D*>(arguments[0].object); }

template <size_t order>
std::string Value1D(Arguments arguments, std::span<double> results) {
  const Table1D* table = Table1DOf(arguments);
  if (table == nullptr) return "the object is no ExternalCombiTable1D";
  const double column = arguments[1].number;
  if (!(column >= 1 && column <= static_cast<double>(table->count()))) {
    return fmt::format("{} has no output {}, it has {}", table->Name(), column, table->count());
  }
  const std::variant<Jet, std::string> found = table->Evaluate(static_cast<size_t>(column) - 1, arguments[2].number);
  if (const auto* wrong = std::get_if<std::string>(&found)) return *wrong;
  const Jet& jet = std::get<Jet>(found);
  if constexpr (order == 0) results[0] = jet.value;
  if constexpr (order == 1) results[0] = jet.first * arguments[3].number;
  if constexpr (order == 2) {
    results[0] = jet.second * arguments[3].number * arguments[3].number + jet.first * arguments[4].number;
  }
  return {};
}

std::string Minimum1D(Arguments arguments, std::span<double> results) {
  const Table1D* table = Table1DOf(arguments);
  if (table == nullptr) return "the object is no ExternalCombiTable1D";
  results[0] = table->minimum();
  return {};
}

std::string Maximum1D(Arguments arguments, std::span<double> results) {
  const Table1D* table = Table1DOf(arguments);
  if (table == nullptr) return "the object is no ExternalCombiTable1D";
  results[0] = table->maximum();
  return {};
}

std::string Close(Arguments /*arguments*/, std::span<double> /*results*/) { return {}; }

}  // namespace

std::vector<ProvidedFunction> ProvidedTables() {
  return {
      {"ModelicaStandardTables_CombiTable1D_init3", kInit3Of1D, 0, nullptr, Make1D},
      {"ModelicaStandardTables_CombiTable1D_close", kObjectOnly, 0, Close, nullptr},
      {"ModelicaStandardTables_CombiTable1D_getValue", kValueOf1D, 1, Value1D<0>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_getDerValue", kDerValueOf1D, 1, Value1D<1>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_getDer2Value", kDer2ValueOf1D, 1, Value1D<2>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", kObjectOnly, 1, Minimum1D, nullptr},
      {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", kObjectOnly, 1, Maximum1D, nullptr},
  };
}

}  // namespace stiction::runtime
