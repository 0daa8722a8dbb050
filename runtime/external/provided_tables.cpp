// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/provided_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "runtime/external/table_1d.h"
#include "runtime/external/table_2d.h"
#include "runtime/external/table_file.h"
#include "runtime/external/time_table.h"
#include "runtime/external/user_tables.h"

namespace stiction::runtime {
namespace {

using Argument = ExternalArgument;
using Arguments = std::span<const ExternalArgument>;
using Kind = ExternalArgument::Kind;

constexpr Kind kReal = Kind::kReal;
constexpr Kind kInteger = Kind::kInteger;
constexpr Kind kBoolean = Kind::kBoolean;
constexpr Kind kString = Kind::kString;
constexpr Kind kArray = Kind::kArray;
constexpr Kind kObject = Kind::kObject;

// The constructors' arguments: names (which of the two first has changed once), matrix and its sizes, then those below.
constexpr Kind kInitTime[] = {kString,  kString,  kArray, kInteger, kInteger, kReal,   kArray,  kInteger,
                              kInteger, kInteger, kReal,  kInteger, kBoolean, kString, kInteger};
constexpr Kind kInit1D[] = {kString,  kString,  kArray,   kInteger, kInteger, kArray,
                            kInteger, kInteger, kInteger, kBoolean, kString,  kInteger};
constexpr Kind kInit2D[] = {kString,  kString,  kArray,   kInteger, kInteger,
                            kInteger, kInteger, kBoolean, kString,  kInteger};
constexpr Kind kOfObject[] = {kObject};
constexpr Kind kRead[] = {kObject, kBoolean, kBoolean};
constexpr Kind kOfTime[] = {kObject, kInteger, kReal, kReal, kReal, kReal, kReal};
constexpr Kind kOf1D[] = {kObject, kInteger, kReal, kReal, kReal};
constexpr Kind kOf2D[] = {kObject, kReal, kReal, kReal, kReal, kReal, kReal};
constexpr Kind kNextEvent[] = {kObject, kReal};

std::span<const Kind> First(std::span<const Kind> kinds, size_t count) { return kinds.first(count); }

bool IsName(std::string_view text) {
  return text != "NoName" && text.find_first_not_of(" \t\r\n") != std::string_view::npos;
}

// Positions of the arguments of the constructors of a class, from 0.
struct Places {
  size_t smoothness, extrapolation, delimiter;
};

// The common arguments of the constructors, or what is wrong with them.
struct Source {
  Matrix matrix;
  TableOptions options;
};

std::string ReadEnumeration(double number, int count, const char* what, int& value) {
  if (!(number >= 1 && number <= count && number == std::floor(number))) {
    return fmt::format("{} = {} is none of its choices 1 ... {}", what, number, count);
  }
  value = static_cast<int>(number);
  return {};
}

std::string ReadMatrixArgument(const Argument& array, Matrix& matrix) {
  if (array.sizes.size() != 2 || array.sizes[0] < 0 || array.sizes[1] < 0 ||
      array.values.size() != static_cast<size_t>(array.sizes[0]) * static_cast<size_t>(array.sizes[1])) {
    return "the table has to be a matrix";
  }
  matrix.rows = static_cast<size_t>(array.sizes[0]);
  matrix.columns = static_cast<size_t>(array.sizes[1]);
  matrix.values.assign(array.values.begin(), array.values.end());
  return {};
}

std::string TakeMatrix(std::variant<Matrix, std::string> read, Matrix& matrix) {
  if (auto* wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  matrix = std::move(std::get<Matrix>(read));
  return {};
}

std::string ReadSource(Arguments arguments, UserTable kind, const Places& places, bool table_name_first,
                       Source& source) {
  int value = static_cast<int>(Smoothness::kLinearSegments);
  std::string wrong = ReadEnumeration(arguments[places.smoothness].number, 6, "smoothness", value);
  if (!wrong.empty()) return wrong;
  source.options.smoothness = static_cast<Smoothness>(value);
  if (places.extrapolation < arguments.size()) {
    wrong = ReadEnumeration(arguments[places.extrapolation].number, 4, "extrapolation", value);
    if (!wrong.empty()) return wrong;
    source.options.extrapolation = static_cast<Extrapolation>(value);
  }
  const std::string& table_name = arguments[table_name_first ? 0 : 1].text;
  const std::string& file_name = arguments[table_name_first ? 1 : 0].text;
  if (!IsName(file_name)) {
    if (IsName(table_name)) {
      source.options.name = fmt::format("table '{}'", table_name);
      return TakeMatrix(ReadUserTable(table_name, kind), source.matrix);
    }
    source.options.name = "the table";
    return ReadMatrixArgument(arguments[2], source.matrix);
  }
  TableFile file{.path = file_name, .table = table_name};
  if (places.delimiter + 1 < arguments.size()) {
    file.delimiter = arguments[places.delimiter].text;
    file.header_lines = static_cast<int>(std::clamp(arguments[places.delimiter + 1].number, -1.0, 1e9));
  }
  source.options.name = fmt::format("table '{}' of file '{}'", table_name, file_name);
  return TakeMatrix(ReadTableFile(file), source.matrix);
}

std::vector<int> ColumnsOf(const Argument& array) {
  std::vector<int> columns;
  for (const double column : array.values) columns.push_back(static_cast<int>(std::clamp(column, -1.0, 1e9)));
  return columns;
}

template <bool table_name_first>
ConstructedObject Make1D(Arguments arguments) {
  Source source;
  std::string wrong = ReadSource(arguments, UserTable::k1D, {.smoothness = 7, .extrapolation = 8, .delimiter = 10},
                                 table_name_first, source);
  if (!wrong.empty()) return wrong;
  return Table1D::Make(source.matrix, ColumnsOf(arguments[5]), source.options);
}

template <bool table_name_first>
ConstructedObject Make2D(Arguments arguments) {
  Source source;
  std::string wrong = ReadSource(arguments, UserTable::k2D, {.smoothness = 5, .extrapolation = 6, .delimiter = 8},
                                 table_name_first, source);
  if (!wrong.empty()) return wrong;
  return Table2D::Make(source.matrix, source.options);
}

template <bool table_name_first>
ConstructedObject MakeTime(Arguments arguments) {
  Source source;
  std::string wrong = ReadSource(arguments, UserTable::kTime, {.smoothness = 8, .extrapolation = 9, .delimiter = 13},
                                 table_name_first, source);
  if (!wrong.empty()) return wrong;
  // Before there was a shift the abscissae counted from the start time.
  TimeTableOptions options{.start_time = arguments[5].number, .shift_time = arguments[5].number};
  if (arguments.size() > 11) {
    options.shift_time = arguments[10].number;
    int events = 1;
    wrong = ReadEnumeration(arguments[11].number, 3, "timeEvents", events);
    if (!wrong.empty()) return wrong;
    options.events = static_cast<TimeEvents>(events);
  }
  return TimeTable::Make(source.matrix, ColumnsOf(arguments[6]), source.options, options);
}

// The object if it is of the class; else the sentence goes to `wrong`.
template <typename Table>
const Table* TableOf(Arguments arguments, const char* class_name, std::string& wrong) {
  const auto* table = dynamic_cast<const Table*>(arguments[0].object);
  if (table == nullptr) wrong = fmt::format("the object is no {}", class_name);
  return table;
}

// Its position from 0; nothing, and a sentence, if the table has no such output.
template <typename Table>
std::optional<size_t> ColumnOf(const Table& table, const Argument& argument, std::string& wrong) {
  if (argument.number >= 1 && argument.number <= static_cast<double>(table.count())) {
    return static_cast<size_t>(argument.number) - 1;
  }
  wrong = fmt::format("{} has no output {}; 'columns' gives it {}", table.Name(), argument.number, table.count());
  return std::nullopt;
}

// d^order y / dt^order from the derivatives by u; the derivatives of u by t stand in the arguments from `at`.
template <size_t order>
std::string Chain(const std::variant<Jet, std::string>& found, Arguments arguments, size_t at, double& result) {
  if (const auto* wrong = std::get_if<std::string>(&found)) return *wrong;
  const Jet& jet = std::get<Jet>(found);
  if constexpr (order == 0) result = jet.value;
  if constexpr (order == 1) result = jet.first * arguments[at].number;
  if constexpr (order == 2) {
    const double du = arguments[at].number;
    result = jet.second * du * du + jet.first * arguments[at + 1].number;
  }
  return {};
}

template <size_t order>
std::string Value1D(Arguments arguments, std::span<double> results) {
  std::string wrong;
  const auto* table = TableOf<Table1D>(arguments, "ExternalCombiTable1D", wrong);
  if (table == nullptr) return wrong;
  const std::optional<size_t> column = ColumnOf(*table, arguments[1], wrong);
  if (!column) return wrong;
  return Chain<order>(table->Evaluate(*column, arguments[2].number), arguments, 3, results[0]);
}

template <size_t order>
std::string ValueTime(Arguments arguments, std::span<double> results) {
  std::string wrong;
  const auto* table = TableOf<TimeTable>(arguments, "ExternalCombiTimeTable", wrong);
  if (table == nullptr) return wrong;
  const std::optional<size_t> column = ColumnOf(*table, arguments[1], wrong);
  if (!column) return wrong;
  return Chain<order>(table->Evaluate(*column, arguments[2].number, arguments[3].number, arguments[4].number),
                      arguments, 5, results[0]);
}

template <size_t order>
std::string Value2D(Arguments arguments, std::span<double> results) {
  std::string wrong;
  const auto* table = TableOf<Table2D>(arguments, "ExternalCombiTable2D", wrong);
  if (table == nullptr) return wrong;
  const std::variant<Jet2, std::string> found = table->Evaluate(arguments[1].number, arguments[2].number);
  if (const auto* failed = std::get_if<std::string>(&found)) return *failed;
  const Jet2& jet = std::get<Jet2>(found);
  if constexpr (order == 0) {
    results[0] = jet.value;
  } else {
    const double du1 = arguments[3].number;
    const double du2 = arguments[4].number;
    if constexpr (order == 1) results[0] = jet.d1 * du1 + jet.d2 * du2;
    if constexpr (order == 2) {
      results[0] = jet.d11 * du1 * du1 + 2 * jet.d12 * du1 * du2 + jet.d22 * du2 * du2 + jet.d1 * arguments[5].number +
                   jet.d2 * arguments[6].number;
    }
  }
  return {};
}

template <typename Table, bool highest>
std::string Limit(Arguments arguments, std::span<double> results) {
  std::string wrong;
  const auto* table = TableOf<Table>(arguments, "table of this class", wrong);
  if (table == nullptr) return wrong;
  const auto limit = highest ? table->maximum() : table->minimum();
  if constexpr (std::is_same_v<Table, Table2D>) {
    std::copy(limit.begin(), limit.end(), results.begin());
  } else {
    results[0] = limit;
  }
  return {};
}

std::string NextEvent(Arguments arguments, std::span<double> results) {
  std::string wrong;
  const auto* table = TableOf<TimeTable>(arguments, "ExternalCombiTimeTable", wrong);
  if (table == nullptr) return wrong;
  results[0] = table->NextEvent(arguments[1].number);
  return {};
}

std::string Close(Arguments /*arguments*/, std::span<double> /*results*/) { return {}; }

// Files are read by the constructor; versions of the library before 4 ask for it once more.
std::string Read(Arguments /*arguments*/, std::span<double> results) {
  results[0] = 1;
  return {};
}

}  // namespace

std::vector<ProvidedFunction> ProvidedTables() {
  return {
      {"ModelicaStandardTables_CombiTimeTable_init", First(kInitTime, 10), 0, nullptr, MakeTime<true>},
      {"ModelicaStandardTables_CombiTimeTable_init2", First(kInitTime, 13), 0, nullptr, MakeTime<false>},
      {"ModelicaStandardTables_CombiTimeTable_init3", kInitTime, 0, nullptr, MakeTime<false>},
      {"ModelicaStandardTables_CombiTimeTable_close", kOfObject, 0, Close, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_read", kRead, 1, Read, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_getValue", First(kOfTime, 5), 1, ValueTime<0>, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_getDerValue", First(kOfTime, 6), 1, ValueTime<1>, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_getDer2Value", kOfTime, 1, ValueTime<2>, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_minimumTime", kOfObject, 1, Limit<TimeTable, false>, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_maximumTime", kOfObject, 1, Limit<TimeTable, true>, nullptr},
      {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", kNextEvent, 1, NextEvent, nullptr},
      {"ModelicaStandardTables_CombiTable1D_init", First(kInit1D, 8), 0, nullptr, Make1D<true>},
      {"ModelicaStandardTables_CombiTable1D_init2", First(kInit1D, 10), 0, nullptr, Make1D<false>},
      {"ModelicaStandardTables_CombiTable1D_init3", kInit1D, 0, nullptr, Make1D<false>},
      {"ModelicaStandardTables_CombiTable1D_close", kOfObject, 0, Close, nullptr},
      {"ModelicaStandardTables_CombiTable1D_read", kRead, 1, Read, nullptr},
      {"ModelicaStandardTables_CombiTable1D_getValue", First(kOf1D, 3), 1, Value1D<0>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_getDerValue", First(kOf1D, 4), 1, Value1D<1>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_getDer2Value", kOf1D, 1, Value1D<2>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", kOfObject, 1, Limit<Table1D, false>, nullptr},
      {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", kOfObject, 1, Limit<Table1D, true>, nullptr},
      {"ModelicaStandardTables_CombiTable2D_init", First(kInit2D, 6), 0, nullptr, Make2D<true>},
      {"ModelicaStandardTables_CombiTable2D_init2", First(kInit2D, 8), 0, nullptr, Make2D<false>},
      {"ModelicaStandardTables_CombiTable2D_init3", kInit2D, 0, nullptr, Make2D<false>},
      {"ModelicaStandardTables_CombiTable2D_close", kOfObject, 0, Close, nullptr},
      {"ModelicaStandardTables_CombiTable2D_read", kRead, 1, Read, nullptr},
      {"ModelicaStandardTables_CombiTable2D_getValue", First(kOf2D, 3), 1, Value2D<0>, nullptr},
      {"ModelicaStandardTables_CombiTable2D_getDerValue", First(kOf2D, 5), 1, Value2D<1>, nullptr},
      {"ModelicaStandardTables_CombiTable2D_getDer2Value", kOf2D, 1, Value2D<2>, nullptr},
      {"ModelicaStandardTables_CombiTable2D_minimumAbscissa", kOfObject, 2, Limit<Table2D, false>, nullptr},
      {"ModelicaStandardTables_CombiTable2D_maximumAbscissa", kOfObject, 2, Limit<Table2D, true>, nullptr},
  };
}

}  // namespace stiction::runtime
