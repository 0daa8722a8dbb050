// SPDX-License-Identifier: BSD-3-Clause
// Texts of models with tokens deleted, doubled, swapped or replaced; the same for the same seed.
#pragma once

#include <algorithm>
#include <cctype>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace stiction::test {

inline std::vector<std::string> Tokens(const std::string& text) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '"') {
      end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
    } else if (in_word(text[at])) {
      while (end < text.size() && in_word(text[end])) ++end;
    }
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

inline bool IsBlank(const std::string& token) { return std::isspace(static_cast<unsigned char>(token[0])) != 0; }

class TokenMutator {
 public:
  explicit TokenMutator(unsigned seed) : random_(seed) {}

  size_t Below(size_t n) { return static_cast<size_t>(random_() % std::max<size_t>(1, n)); }

  std::string Damage(const std::string& text, const std::vector<std::string>& pool) {
    static constexpr const char* kNumbers[] = {"0", "-1", "1e30", "1e-30", "3", "2147483648"};
    std::vector<std::string> tokens = Tokens(text);
    std::vector<size_t> solid;
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (!IsBlank(tokens[i])) solid.push_back(i);
    }
    for (size_t n = 1 + Below(2); n > 0; --n) {
      std::string& token = tokens[solid[Below(solid.size())]];
      std::string& other = tokens[solid[Below(solid.size())]];
      switch (Below(6)) {
        case 0:
          token.clear();
          break;
        case 1:
          token += " " + std::string(token);
          break;
        case 2:
          std::swap(token, other);
          break;
        case 3:
          token = pool[Below(pool.size())];
          break;
        case 4:
          token = std::string(other);
          break;
        default:
          if (!token.empty() && std::isdigit(static_cast<unsigned char>(token[0])) != 0) {
            token = kNumbers[Below(std::size(kNumbers))];
          }
      }
    }
    std::string damaged;
    for (const std::string& token : tokens) damaged += token;
    return damaged;
  }

 private:
  std::mt19937 random_;
};

}  // namespace stiction::test
