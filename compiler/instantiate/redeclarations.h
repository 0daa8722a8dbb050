// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Reason why a redeclaration is no subtype of the constraining type.
struct Incompatibility {
  std::string message;
  Span constraint;   // the element of the constraining type
  Span replacement;  // what stands in its place; where nothing does, the class that lacks it
};

/// A constraining clause, and where it was written.
struct Constraining {
  const ast::Name* name = nullptr;
  Scope* scope = nullptr;
};

/// Checks that redeclarations are subtypes of the constraining types of what they replace (MLS 6.4, 7.3.2). They are
/// noted where they are found and compared when the tree stands, as both may refer to anything.
class Redeclarations {
 public:
  Redeclarations(Instantiation& data, Reports& reports, Classes& classes, Groups& groups)
      : data_(data), reports_(reports), classes_(classes), groups_(groups) {}

  /// @param constraint the constraining clause of a redeclaration that this one replaces; else that of the original
  /// holds
  void Note(const ClassElement& original, const ClassElement& replacement, Span span,
            const Constraining& constraint = {});
  void Note(const ComponentElement& original, const ComponentElement& replacement, Span span,
            const Constraining& constraint = {});
  /// Notes a replaceable element with a constraining clause, which its own type has to fit.
  void NoteDefault(const ClassElement& element);
  void NoteDefault(const ComponentElement& element);
  void Check();
  /// @returns why an inner component is no subtype of the outer one, but for its size (MLS 5.4)
  std::optional<Incompatibility> CompareInner(const ComponentElement& inner, const ComponentElement& outer);

 private:
  template <class Element>
  struct Redeclared {
    Element original;
    Element replacement;
    Span span;
    Constraining constraint;
    bool is_default = false;  // of the element itself: nothing is redeclared
  };

  void Check(Redeclared<ClassElement>& redeclared);
  void Check(const Redeclared<ComponentElement>& redeclared);
  template <class Element>
  void ReportIncompatible(const Redeclared<Element>& redeclared, Span original, const ResolvedType& constraint,
                          const std::optional<Incompatibility>& found);
  static std::optional<Incompatibility> CompareDimensions(size_t count, size_t required);
  std::optional<Incompatibility> CompareTypes(const ResolvedType& type, const ResolvedType& constraint,
                                              const std::string& path, int depth);
  std::optional<Incompatibility> CompareClasses(const ResolvedType& type, const ResolvedType& constraint,
                                                const std::string& path, int depth);
  static std::optional<Incompatibility> CompareDirections(const ComponentElement& replacement,
                                                          const ComponentElement& original);
  std::optional<Incompatibility> CompareInputs(const Group& group, const Group& required, const ResolvedType& type);
  std::optional<Incompatibility> CompareComponents(const ComponentElement& element, const ComponentElement& constraint,
                                                   const std::string& path, int depth);
  std::string NameOfType(const ResolvedType& type) const;

  Instantiation& data_;
  Reports& reports_;
  Classes& classes_;
  Groups& groups_;
  std::string_view required_ = "the constraining type";  // what messages call it
  std::set<std::tuple<Span, Span, Span>> noted_;         // (redeclaration, original, constraining clause)
  std::deque<Redeclared<ClassElement>> redeclared_classes_;
  std::deque<Redeclared<ComponentElement>> redeclared_components_;
};

}  // namespace stiction
