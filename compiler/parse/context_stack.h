// SPDX-License-Identifier: BSD-3-Clause
// Storage of the contexts of the generated parser. Private to compiler/parse.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace stiction::parse {

/// The contexts of the rules being read, one inside the other. The generated code asks for one at the start of a rule
/// and leaves it at the end, so that the next rule at the same depth may have its place.
class ContextStack {
 public:
  ContextStack() = default;
  ContextStack(const ContextStack&) = delete;
  ContextStack& operator=(const ContextStack&) = delete;
  ~ContextStack() { Clear(); }

  template <class Context>
  Context* Enter(antlr4::ParserRuleContext* parent, size_t state) {
    static_assert(sizeof(Context) == sizeof(antlr4::ParserRuleContext), "the rules of the grammar have no attributes");
    if (depth_ == places_.size()) places_.push_back(std::make_unique<Place>());
    Place& place = *places_[depth_++];
    if (place.context) place.context->~ParserRuleContext();
    auto* context = new (&place.bytes) Context(parent, state);
    place.context = context;
    return context;
  }
  void Leave() { --depth_; }
  size_t depth() const { return depth_; }

  void Clear() {
    for (const std::unique_ptr<Place>& place : places_) {
      if (place->context) place->context->~ParserRuleContext();
    }
    places_.clear();
    depth_ = 0;
  }

 private:
  struct Place {
    alignas(antlr4::ParserRuleContext) std::byte bytes[sizeof(antlr4::ParserRuleContext)];
    antlr4::ParserRuleContext* context = nullptr;
  };

  std::vector<std::unique_ptr<Place>> places_;
  size_t depth_ = 0;
};

}  // namespace stiction::parse
