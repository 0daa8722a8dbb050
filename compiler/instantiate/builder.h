// SPDX-License-Identifier: BSD-3-Clause
// Builds the InstanceTree of one model. Everything is done on demand: an instance is expanded and bound when a name
// leads to it, so that dimensions, conditions and constants can be evaluated while the tree is growing.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/instantiate/instantiate.h"
#include "compiler/instantiate/scope.h"
#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Thrown where something of an element of a component array turns out to depend on which element it is.
struct ElementsDiffer {};

class Builder {
 public:
  /// @param share_elements whether elements of component arrays with the same modification share what is bound
  Builder(const ir::ClassTree& classes, Diagnostics& diagnostics, bool share_elements)
      : classes_(classes), diagnostics_(diagnostics), share_elements_(share_elements) {}

  /// @throws ElementsDiffer if elements cannot share what is bound
  ir::InstanceTree Build(ir::ClassId model, const Settings& settings);

 private:
  // ---- reports (each once, however many instances of a class show it) ----
  Diagnostic& Report(DiagnosticKind kind, Span span, const std::string& message);
  void Warn(DiagnosticKind kind, Span span, const std::string& message, const std::string& hint = {});
  void NotSupported(Span span, const std::string& feature);

  // ---- modifiers.cpp ----
  Modifiers Read(const std::vector<ast::ModificationArgument>& arguments, Scope* scope);
  Modifiers ReadOnce(const std::vector<ast::ModificationArgument>& arguments);
  Modifiers Read(const ast::Modification* modification, Scope* scope);
  void ReadArgument(const ast::ModificationArgument& argument, std::vector<ModifierStep> path, Modifiers& into);
  /// @param element what is modified, for messages; empty: a class
  Modifiers Combine(Modifiers outer, const Modifiers& inner, const std::string& element = {});

  // ---- settings.cpp ----
  Modifiers SettingModifiers(const Settings& settings, Scope* scope);
  bool ReadTarget(const Setting& setting, std::vector<ModifierStep>& path);
  /// Of the settings that stand: whether each leads to something that can be set.
  void CheckSettings(const Modifiers& settings);
  void CheckSetting(const Modifier& setting);
  void CheckSettable(const Modifier& setting, ir::InstanceId id);
  void ReportUnknownSetting(const Modifier& setting, ir::InstanceId holder, const ModifierStep& step);
  void ReportNoValue(const Modifier& setting, ir::InstanceId id);
  void CheckSize(const Modifier& setting, ir::InstanceId id);
  void CheckSizes(const Modifier& setting, ir::InstanceId size);
  /// The value of a setting, as what is set takes it.
  ir::BoundPtr BindSetting(const Modifier& setting, ir::InstanceId id);
  ir::BoundPtr LiteralOf(const ast::Expression& value, ir::EnumerationId enumeration);
  /// What an attribute is where nothing is written, or null.
  ir::BoundPtr DefaultAttribute(std::string_view attribute, ir::InstanceId id);
  /// `whole` with the elements that settings replace. @param whole null: nothing is given for the others
  ir::BoundPtr WithElements(ir::BoundPtr whole, const Modifiers& modifiers, ir::InstanceId id,
                            std::string_view attribute);

  // ---- lookup.cpp ----
  struct Found {
    enum class Kind { kNothing, kComponent, kClass };
    Kind kind = Kind::kNothing;
    Group* group = nullptr;           // kComponent
    std::string name;                 // kComponent
    ClassElement* element = nullptr;  // kClass
  };
  void EnterTopLevel();
  Found LookUp(Scope* scope, std::string_view name);
  Found LookUpGlobal(std::string_view name);
  Found LookUpImport(Scope* scope, std::string_view name);
  Found FindIn(Group& group, std::string_view name);
  Found FindPath(const ast::Name& name, size_t count);
  ClassElement* FindClass(Scope* scope, const ast::Name& name);
  std::vector<std::string> VisibleNames(Scope* scope);
  std::vector<std::string> UnreadClasses(const Scope& scope) const;
  void ReportUnknown(DiagnosticKind kind, Span span, std::string_view name, Scope* scope);
  std::string ScopeName(const Scope* scope) const;

  // ---- classes.cpp ----
  Scope* StaticScope(ir::ClassId id);
  Group* Enter(ClassElement& element);
  ResolvedType Resolve(ClassElement& element);
  ResolvedType ResolveName(Scope* scope, const ast::Name& name);
  ResolvedType ResolveShort(const ast::Class& definition, Scope* scope, const Modifiers& modifiers);
  std::optional<ResolvedType> AsExtendedScalar(const ResolvedType& type);
  ir::EnumerationId EnumerationOf(const ast::Class& definition, const std::string& name);
  Group* BuildGroup(const ResolvedType& type, Group* group);
  Scope* AddPart(Group& group, const ResolvedType& type, Scope* derived);
  void AddClasses(Group& group, Scope& part, const Modifiers& modifiers);
  void AddExtends(Group& group, Scope& part, const ast::Extends& extends, const Modifiers& modifiers);
  void AddComponent(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers);
  static bool IsExternalObject(const ast::Class& definition);
  void CheckModifiers(const Modifiers& modifiers, const Scope& scope, const std::string& what);

  // ---- redeclare.cpp ----
  /// A redeclaration and what it replaces; compared when the tree stands, as both may refer to anything.
  template <class Element>
  struct Redeclared {
    Element original;
    Element replacement;
    Span span;
  };
  struct Incompatibility {
    std::string message;
    Span constraint;   // the element of the constraining type
    Span replacement;  // what stands in its place; where nothing does, the class that lacks it
  };
  void NoteRedeclaration(const ClassElement& original, const ClassElement& replacement, Span span);
  void NoteRedeclaration(const ComponentElement& original, const ComponentElement& replacement, Span span);
  void CheckRedeclarations();
  void ReportIncompatible(const std::string& name, Span span, Span original, const ResolvedType& constraint,
                          const std::optional<Incompatibility>& found);
  std::optional<Incompatibility> CompareTypes(const ResolvedType& type, const ResolvedType& constraint,
                                              const std::string& path, int depth);
  std::optional<Incompatibility> CompareComponents(const ComponentElement& element, const ComponentElement& constraint,
                                                   const std::string& path, int depth);
  std::string NameOfType(const ResolvedType& type) const;

  // ---- components.cpp ----
  enum class State : uint8_t { kNew, kRunning, kDone };
  struct Work {
    const ComponentElement* element = nullptr;
    Modifiers modifiers;
    Group* group = nullptr;  // of a composite
    State expanded = State::kNew;
    State bound = State::kNew;
    bool is_broken = false;    // its class is not known
    bool is_alike = false;     // an array: its elements are like the first
    bool value_ready = false;  // bound with all that the value depends on
    bool is_removed = false;   // its condition is false
  };
  ir::InstanceId NewInstance(ir::InstanceId parent, InternedText name);
  ir::InstanceId NewComponent(ir::InstanceId parent, const ComponentElement& element);
  ir::InstanceId NewElement(ir::InstanceId array, std::vector<int64_t> index);
  ir::InstanceId ConstantOf(Group& group, const std::string& name, Span use);
  ir::InstanceId DefaultInner(const ComponentElement& element, const ResolvedType& type);
  void CreateChildren(ir::InstanceId id);
  void CreateChild(ir::InstanceId parent, const ComponentElement& element);
  /// The component of a composite that has this name, unless its condition is false.
  std::optional<ir::InstanceId> FindChild(ir::InstanceId id, const std::string& name);
  bool IsRemoved(ir::InstanceId id, const std::string& name);
  std::optional<ir::InstanceId> FindInner(ir::InstanceId from, const std::string& name);
  void Expand(ir::InstanceId id);
  void ExpandTyped(ir::InstanceId id);
  void ExpandComposite(ir::InstanceId id, const ResolvedType& type);
  void ExpandObject(ir::InstanceId id, const ResolvedType& type);
  void ExpandArray(ir::InstanceId id, const ResolvedType& type, const std::vector<int64_t>& dims);
  // ---- alike.cpp ----
  void MakeAlike(ir::InstanceId element, ir::InstanceId other);
  void ExpandAlike(ir::InstanceId id);
  void CreateAlikeChildren(ir::InstanceId id);
  void BindAlike(ir::InstanceId id);
  /// Of what stands in an instance something depends on its place in the model. @throws ElementsDiffer
  void NoteOwnPlace(ir::InstanceId id) const;

  void PushRecordBinding(ir::InstanceId id);
  void MergePrefixes(ir::InstanceId id, const ResolvedType& type);
  std::optional<std::vector<int64_t>> EvaluateDims(ir::InstanceId id, const ResolvedType& type);
  /// Likewise, where an array of them may be made; else that is reported.
  std::optional<std::vector<int64_t>> PossibleDims(ir::InstanceId id, const ResolvedType& type);
  bool IsRecursive(ir::InstanceId id, ir::ClassId cls);
  void ExpandAll(ir::InstanceId id);
  void Bind(ir::InstanceId id);
  void BindAll(ir::InstanceId id);
  ir::BoundPtr BindModifier(const Modifier& modifier);
  /// Binds all that the value of the expression depends on.
  void Ready(const ir::BoundExpression& expression);
  void ReadyInstance(ir::InstanceId id, const std::vector<ir::BoundMember>& members, size_t next);
  void ReadyFunction(ir::FunctionInstanceId id);
  void ReadyStatements(const std::vector<ir::BoundStatement>& body);

  // ---- bind.cpp ----
  struct Context {
    Scope* scope = nullptr;
    std::vector<std::pair<std::string, int32_t>> iterators;
    std::vector<std::pair<ir::BoundPtr, int32_t>> ends;  // what `end` belongs to
    bool drop_removed = false;                           // connect: a removed component is no error
    bool removed = false;                                // ... but is told here
    size_t part_limit = SIZE_MAX;                        // a reference is bound up to this part ...
    bool bare_last = false;                              // ... and this part without its subscripts
    bool in_model = false;                               // statements: of a model, not of a function
    int loops = 0;                                       // statements: around them
  };
  ir::BoundPtr BindExpression(const ast::Expression& e, Context& context);
  ir::BoundPtr BindReference(const ast::ComponentReference& reference, Context& context);
  ir::BoundPtr BindComponentPath(const ast::ComponentReference& reference, size_t part, ir::InstanceId id,
                                 Context& context);
  ir::BoundPtr BindLocalPath(const ast::ComponentReference& reference, size_t part, Group& group, Context& context);
  ir::BoundPtr BindClassPath(const ast::ComponentReference& reference, ClassElement* element, Context& context);
  static ir::BoundPtr EnumerationLiteral(ir::EnumerationId type, int64_t ordinal, Span span);
  ir::BoundPtr EnumerationRange(const ResolvedType& type, Span span);
  bool BindSubscripts(const std::vector<ast::Subscript>& from, std::vector<ir::BoundSubscript>& to,
                      const ir::BoundPtr& of, Context& context);
  bool BindIterators(const std::vector<ast::ForIndex>& indices, std::vector<ir::BoundIterator>& to, Context& context,
                     const std::vector<const ast::ComponentReference*>& used);
  ir::BoundPtr ImplicitRange(const ast::Identifier& name, const std::vector<const ast::ComponentReference*>& used,
                             Context& context);
  bool BindOperands(const std::vector<ast::ExpressionPtr>& from, ir::BoundExpression& to, Context& context);

  // ---- calls.cpp ----
  ir::BoundPtr BindCall(const ast::Expression& e, Context& context);
  ir::BoundPtr BindBuiltin(const ast::Expression& e, const std::string& name, Context& context);
  /// Whether what depends on more than its arguments may stand there: not in a function; else that is reported.
  bool AllowsOperator(const std::string& name, Span span, const Context& context);
  /// getInstanceName() (MLS 3.7.4.3): "Vehicle.engine.controller" in that component of the model Vehicle.
  ir::BoundPtr InstanceName(Span span, const Context& context);
  /// The function that a call through components names, `world.gravityAcceleration(r)` (MLS 5.3.2).
  ClassElement* FindMemberFunction(const ast::ComponentReference& callee, Context& context);
  ir::BoundPtr BindUserCall(const ast::Expression& e, ir::FunctionInstanceId function, Context& context);
  /// The defaults of the inputs that a call leaves out (MLS 12.4.1). @param inputs number of the variable of each input
  bool FillDefaults(ir::BoundExpression& call, const std::vector<size_t>& inputs);
  /// The number of values of an enumeration type or Boolean that is written as a dimension (MLS 10.1); nothing of other
  /// dimensions. @param bound what `written` is bound to: of a type, all its values
  static std::optional<int64_t> ValuesOfType(const ast::Expression& written, const ir::BoundExpression& bound);
  std::optional<ir::FunctionInstanceId> FunctionOf(ClassElement& element, Span use);
  // ---- external.cpp ----
  /// The function `constructor` or `destructor` of the class of an external object (MLS 12.9.7).
  std::optional<ir::FunctionInstanceId> ObjectFunction(const ResolvedType& type, const std::string& name, Span use);
  /// The external clause of a function. @returns whether it can be used
  bool ReadExternal(const ast::External& external, Scope* scope, ir::FunctionInstanceId function);
  void RequireObjectBindings();
  ir::BoundPtr FunctionVariable(ir::FunctionInstanceId function, size_t variable, Span span);
  bool ReadExternalSource(const ast::Modification* annotation, Scope* scope, ir::ExternalSource& source);

  /// Orders the declarations of a function by what they need (MLS 12.4.4). @returns false after reporting a cycle
  bool OrderDeclarations(ir::FunctionInstance& function);
  void ReadFunctionAnnotations(const ast::Class& definition, Scope* scope, ir::FunctionInstanceId function);
  void ReadDerivative(const ast::ModificationArgument& annotation, Scope* scope, ir::FunctionInstanceId function);
  bool FillVariable(const ComponentElement& element, ir::FunctionVariable& variable, int32_t number, Context& context);
  /// The members of the record type of a function's variable, and what its declaration gives to them.
  bool FillRecord(const ResolvedType& type, ir::FunctionVariable& variable, int32_t number);

  // ---- equations.cpp ----
  void BindEquations(ir::InstanceId id);
  /// Finds `equalityConstraint` in the class of an instance inside a connector (MLS 9.4.1).
  void BindEqualityConstraint(ir::InstanceId id);
  void BindEquationList(const std::vector<ast::EquationPtr>& from, std::vector<ir::BoundEquation>& to,
                        Context& context);
  std::optional<ir::BoundEquation> BindEquation(const ast::Equation& equation, Context& context);
  void BindStatements(const std::vector<ast::StatementPtr>& from, std::vector<ir::BoundStatement>& to,
                      Context& context);
  std::optional<ir::BoundStatement> BindStatement(const ast::Statement& statement, Context& context);
  void ReadExperiment(const ast::Class& model, Scope* scope);

  Group* NewGroup();
  Scope* NewScope();
  const BodyNames* NamesOf(const ast::Class& definition, ir::ClassId cls);
  Work& WorkOf(ir::InstanceId id) { return work_[id.index()]; }
  ir::Instance& At(ir::InstanceId id) { return tree_.instances[id.index()]; }
  static ir::BoundPtr Make(ir::BoundKind kind, Span span);
  static ir::BoundPtr Integer(int64_t value, Span span);

  const ir::ClassTree& classes_;
  Diagnostics& diagnostics_;
  ir::InstanceTree tree_;
  std::deque<Work> work_;
  std::deque<std::unique_ptr<Group>> groups_;
  std::deque<std::unique_ptr<Scope>> scopes_;
  std::map<ir::ClassId, Group*> static_groups_;
  std::map<std::string, ClassElement, std::less<>> top_level_;
  std::map<const ast::Class*, ir::EnumerationId> enumeration_ids_;
  std::map<std::tuple<std::string, const ast::Class*, const Scope*>, ir::InstanceId> default_inners_;
  std::map<std::tuple<ir::ClassId, const Scope*, const ClassElement*>, std::optional<ir::FunctionInstanceId>>
      function_ids_;
  std::map<ir::FunctionInstanceId, std::string> external_builtins_;
  /// Values that many instances share: by expression and scope, of literals without scope.
  std::map<std::pair<const ast::Expression*, Scope*>, ir::BoundPtr> shared_values_;
  /// What was read of argument lists, without scopes.
  std::unordered_map<const std::vector<ast::ModificationArgument>*, Modifiers> read_;
  std::map<std::pair<const ast::Class*, ir::ClassId>, BodyNames> names_of_body_;
  std::set<ir::FunctionInstanceId> ready_functions_;
  std::set<std::tuple<DiagnosticKind, Span, std::string>> reported_;
  std::set<std::pair<Span, Span>> noted_redeclarations_;  // (redeclaration, original)
  std::deque<Redeclared<ClassElement>> redeclared_classes_;
  std::deque<Redeclared<ComponentElement>> redeclared_components_;
  bool share_elements_;
  bool quiet_ = false;  // what is wrong is reported where it is used
  Diagnostic discarded_;
  int64_t report_count_ = 0;  // with the repeated ones
  int depth_ = 0;
  int32_t next_iterator_ = 0;
  int32_t next_member_ = 1 << 20;  // locals that stand for a record's members while it is filled in
  std::vector<ir::ClassId> filling_;
};

/// All references in an expression, an equation or a statement: what implicit iteration ranges follow from.
void CollectReferences(const ast::Expression& e, std::vector<const ast::ComponentReference*>& into);
void CollectReferences(const ast::Equation& e, std::vector<const ast::ComponentReference*>& into);
void CollectReferences(const ast::Statement& s, std::vector<const ast::ComponentReference*>& into);

}  // namespace stiction
