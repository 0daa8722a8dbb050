// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/stored_program.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <set>
#include <unordered_map>

#include "runtime/operators/text_hash.h"
#include "runtime/operators/texts.h"
#include "runtime/program/stored_fields.h"
#include "runtime/program/verify.h"

namespace stiction::runtime {
namespace {

constexpr std::string_view kMagic = "STICTION";

// The numbers of operators are their places in this list.
constexpr std::string_view kOperators = ""
#define STICTION_EACH(id, ...) #id " "
#define STICTION_UNARY_FUNCTION(...)
#define STICTION_BINARY_FUNCTION(...)
#include "runtime/operators/operators.def"
#define STICTION_UNARY_FUNCTION(id, ...) #id " "
#define STICTION_BINARY_FUNCTION(id, ...) #id " "
#define STICTION_UNARY_OF_PROGRAMS(id, ...) #id " "
#define STICTION_BINARY_OF_PROGRAMS(id, ...) #id " "
#include "runtime/operators/operators.def"
    ;

class Writer {
 public:
  void operator()(const auto&... members) { (Put(members), ...); }
  void Fixed(uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out_ += static_cast<char>(number >> (8 * i) & 0xff);
  }
  std::string Take() { return std::move(out_); }

 private:
  void Count(uint64_t count) {
    for (; count >= 0x80; count >>= 7) out_ += static_cast<char>(count | 0x80);
    out_ += static_cast<char>(count);
  }
  void Put(bool value) { out_ += static_cast<char>(value); }
  void Put(double value) { Fixed(std::bit_cast<uint64_t>(value), 8); }
  template <class T>
  requires std::integral<T> || std::is_enum_v<T>
  void Put(T value) {
    const auto number = static_cast<int64_t>(value);
    Count(static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63));
  }
  void Put(const std::string& text) {
    Count(text.size());
    out_ += text;
  }
  template <class T>
  void Put(const std::vector<T>& list) {
    Count(list.size());
    for (const T& element : list) Put(element);
  }
  template <class T>
  void Put(const std::optional<T>& value) {
    Put(value.has_value());
    if (value) Put(*value);
  }
  template <class A, class B>
  void Put(const std::pair<A, B>& pair) {
    Put(pair.first);
    Put(pair.second);
  }
  // Once, where it first stands, then by its number from 1; null is 0.
  template <class T>
  void Put(const std::shared_ptr<const T>& shared) {
    if (!shared) return Count(0);
    const auto [known, is_new] = numbers_.try_emplace(shared.get(), numbers_.size() + 1);
    Count(known->second);
    if (is_new) Put(*shared);
  }
  template <class T>
  requires std::is_class_v<T>
  void Put(const T& part) { Fields(*this, part); }

  std::string out_;
  std::unordered_map<const void*, uint64_t> numbers_;
};

struct Damaged {
  const char* what;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  void operator()(auto&... members) { (Get(members), ...); }
  uint64_t Fixed(int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; ++i) number |= static_cast<uint64_t>(Byte()) << (8 * i);
    return number;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  unsigned char Byte() {
    if (at_end()) throw Damaged{"it ends too early"};
    return static_cast<unsigned char>(bytes_[at_++]);
  }
  uint64_t Count() {
    uint64_t count = 0;
    for (int shift = 0;; shift += 7) {
      const uint64_t byte = Byte();
      if (shift > 63) throw Damaged{"a number is too long"};
      count |= (byte & 0x7f) << shift;
      if (byte < 0x80) return count;
    }
  }
  // Each element takes at least one byte.
  size_t Length() {
    const uint64_t count = Count();
    if (count > bytes_.size() - at_) throw Damaged{"a list is longer than the rest"};
    return count;
  }
  void Get(bool& value) {
    const unsigned char byte = Byte();
    if (byte > 1) throw Damaged{"a Boolean is neither"};
    value = byte != 0;
  }
  void Get(double& value) { value = std::bit_cast<double>(Fixed(8)); }
  template <class T>
  requires std::integral<T> || std::is_enum_v<T>
  void Get(T& value) {
    const uint64_t count = Count();
    const auto number = static_cast<int64_t>(count >> 1 ^ (~(count & 1) + 1));
    value = static_cast<T>(number);
    if (static_cast<int64_t>(value) != number) throw Damaged{"a number is too large"};
  }
  void Get(std::string& text) {
    const size_t length = Length();
    text = bytes_.substr(at_, length);
    at_ += length;
  }
  template <class T>
  void Get(std::vector<T>& list) {
    list.resize(Length());
    for (T& element : list) Get(element);
  }
  template <class T>
  void Get(std::optional<T>& value) {
    bool has = false;
    Get(has);
    if (has) Get(value.emplace());
  }
  template <class A, class B>
  void Get(std::pair<A, B>& pair) {
    Get(pair.first);
    Get(pair.second);
  }
  template <class T>
  void Get(std::shared_ptr<const T>& shared) {
    const uint64_t number = Count();
    if (number == 0) return;
    if (number <= shared_.size()) {
      const auto* const known = std::get_if<std::shared_ptr<const T>>(&shared_[number - 1]);
      if (known == nullptr || *known == nullptr) throw Damaged{"what is shared is of another kind"};
      shared = *known;
      return;
    }
    if (number != shared_.size() + 1) throw Damaged{"what is shared has not been there"};
    shared_.emplace_back(std::shared_ptr<const T>());
    T value;
    Get(value);
    shared = std::make_shared<const T>(std::move(value));
    shared_[number - 1] = shared;
  }
  template <class T>
  requires std::is_class_v<T>
  void Get(T& part) { Fields(*this, part); }

  std::string_view bytes_;
  size_t at_ = 0;
  std::vector<std::variant<std::shared_ptr<const Declaration>, std::shared_ptr<const EquationSource>>> shared_;
};

// The texts that constants may stand for (runtime/operators/texts.h).
std::vector<std::string> TextsOf(const Program& program) {
  std::set<std::string> texts;
  const auto note = [&](const std::vector<double>& values) {
    for (const double value : values) {
      if (const std::string& text = TextOf(value); !text.empty()) texts.insert(text);
    }
  };
  note(program.initial_slots);
  for (const FunctionCode& function : program.functions) note(function.initial_locals);
  return {texts.begin(), texts.end()};
}

Program ReadBody(std::string_view body) {
  Reader reader(body);
  std::vector<std::string> texts;
  Program program;
  reader(texts, program);
  if (!reader.at_end()) throw Damaged{"something follows its end"};
  for (const std::string& text : texts) NumberOf(text);
  return program;
}

}  // namespace

std::string StoreProgram(const Program& program) {
  Writer body;
  body(TextsOf(program), program);
  const std::string bytes = body.Take();
  Writer head;
  head.Fixed(kStoredVersion, 4);
  head.Fixed(TextHash(kOperators), 8);
  head.Fixed(TextHash(bytes), 8);
  return std::string(kMagic) + head.Take() + bytes;
}

std::variant<Program, std::string> ReadStoredProgram(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return "this is no program of Stiction";
  bytes.remove_prefix(kMagic.size());
  try {
    Reader head(bytes);
    const uint64_t version = head.Fixed(4), operators = head.Fixed(8), hash = head.Fixed(8);
    if (version != kStoredVersion || operators != TextHash(kOperators)) {
      return fmt::format("the program is of another version of Stiction (format {}, this is {})", version,
                         kStoredVersion);
    }
    bytes.remove_prefix(20);
    if (hash != TextHash(bytes)) return "the program is damaged";
    Program program = ReadBody(bytes);
    if (std::optional<std::string> fault = FindFault(program)) return "the program is damaged: " + *fault;
    return program;
  } catch (const Damaged& damage) {
    return fmt::format("the program is damaged: {}", damage.what);
  }
}

}  // namespace stiction::runtime
