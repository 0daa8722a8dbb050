// MLS Appendix A.2.1 to A.2.5: stored definitions, classes, components, modification.
#include "compiler/parse/ast_builder.h"

namespace stiction::parse {

ast::StoredDefinition AstBuilder::StoredDefinition(P::Stored_definitionContext* tree) {
  ast::StoredDefinition stored;
  stored.source = source_.id();
  if (tree->WITHIN()) stored.within = tree->name() ? Name(tree->name()) : ast::Name{false, {}, SpanOf(tree->WITHIN())};
  for (P::Stored_classContext* entry : tree->stored_class()) {
    stored.classes.push_back(Class(entry->class_definition()));
    stored.classes.back()->final = entry->FINAL() != nullptr;
  }
  return stored;
}

// ---- A.2.2 Class definition -----------------------------------------------------------------

std::unique_ptr<ast::Class> AstBuilder::Class(P::Class_definitionContext* tree) {
  auto cls = std::make_unique<ast::Class>();
  cls->span = SpanOf(tree);
  cls->encapsulated = tree->ENCAPSULATED() != nullptr;
  ClassPrefixes(tree->class_prefixes(), *cls);
  P::Class_specifierContext* specifier = tree->class_specifier();
  if (auto* long_class = specifier->long_class_specifier()) LongClass(long_class, *cls);
  if (auto* short_class = specifier->short_class_specifier()) ShortClass(short_class, *cls);
  if (auto* der_class = specifier->der_class_specifier()) DerClass(der_class, *cls);
  return cls;
}

std::unique_ptr<ast::Class> AstBuilder::Class(P::Short_class_definitionContext* tree) {
  auto cls = std::make_unique<ast::Class>();
  cls->span = SpanOf(tree);
  ClassPrefixes(tree->class_prefixes(), *cls);
  ShortClass(tree->short_class_specifier(), *cls);
  return cls;
}

void AstBuilder::ClassPrefixes(P::Class_prefixesContext* tree, ast::Class& cls) const {
  for (antlr4::tree::ParseTree* child : tree->children) {
    switch (static_cast<Node*>(child)->getSymbol()->getType()) {
      case P::PARTIAL:
        cls.partial = true;
        break;
      case P::EXPANDABLE:
        cls.expandable = true;
        break;
      case P::PURE:
        cls.pure = true;
        break;
      case P::IMPURE:
        cls.impure = true;
        break;
      case P::CLASS:
        cls.kind = ast::ClassKind::kClass;
        break;
      case P::MODEL:
        cls.kind = ast::ClassKind::kModel;
        break;
      case P::BLOCK:
        cls.kind = ast::ClassKind::kBlock;
        break;
      case P::CONNECTOR:
        cls.kind = ast::ClassKind::kConnector;
        break;
      case P::TYPE:
        cls.kind = ast::ClassKind::kType;
        break;
      case P::PACKAGE:
        cls.kind = ast::ClassKind::kPackage;
        break;
      case P::OPERATOR:
        cls.kind = ast::ClassKind::kOperator;
        break;
      case P::RECORD:
        cls.kind = tree->OPERATOR() ? ast::ClassKind::kOperatorRecord : ast::ClassKind::kRecord;
        break;
      default:  // FUNCTION
        cls.kind = tree->OPERATOR() ? ast::ClassKind::kOperatorFunction : ast::ClassKind::kFunction;
    }
  }
}

void AstBuilder::LongClass(P::Long_class_specifierContext* tree, ast::Class& cls) {
  cls.name = Identifier(tree->IDENT(0));
  cls.form = tree->EXTENDS() ? ast::ClassForm::kExtends : ast::ClassForm::kLong;
  if (tree->class_modification()) cls.extends_arguments = Arguments(tree->class_modification());
  cls.comment = Comment(tree->description_string());
  Composition(tree->composition(), cls);
  const ast::Identifier end_name = Identifier(tree->IDENT(1));
  if (end_name.text != cls.name.text) {
    Diagnostic& error = Error(end_name.span, "'end " + end_name.text + "' does not close '" + cls.name.text + "'");
    error.labels.push_back({cls.name.span, "the class begins here"});
    error.hint = "write 'end " + cls.name.text + ";'";
  }
}

void AstBuilder::ShortClass(P::Short_class_specifierContext* tree, ast::Class& cls) {
  cls.name = Identifier(tree->IDENT());
  cls.comment = Comment(tree->description()->description_string());
  cls.annotation = Annotation(tree->description());
  if (tree->ENUMERATION()) {
    cls.form = ast::ClassForm::kEnumeration;
    cls.enumeration_open = tree->COLON() != nullptr;
    if (!tree->enum_list()) return;
    for (P::Enumeration_literalContext* literal : tree->enum_list()->enumeration_literal()) {
      cls.literals.push_back({Identifier(literal->IDENT()), Comment(literal->description()->description_string()),
                              Annotation(literal->description())});
    }
    return;
  }
  cls.form = ast::ClassForm::kShort;
  if (tree->base_prefix()->INPUT()) cls.base_prefix.causality = ast::Causality::kInput;
  if (tree->base_prefix()->OUTPUT()) cls.base_prefix.causality = ast::Causality::kOutput;
  cls.base = Name(tree->type_specifier());
  cls.base_subscripts = Subscripts(tree->array_subscripts());
  if (tree->class_modification()) cls.base_arguments = Arguments(tree->class_modification());
}

void AstBuilder::DerClass(P::Der_class_specifierContext* tree, ast::Class& cls) {
  cls.form = ast::ClassForm::kDer;
  const std::vector<Node*> names = tree->IDENT();
  cls.name = Identifier(names.front());
  cls.base = Name(tree->type_specifier());
  for (size_t i = 1; i < names.size(); ++i) cls.der_arguments.push_back(Identifier(names[i]));
  cls.comment = Comment(tree->description()->description_string());
  cls.annotation = Annotation(tree->description());
}

void AstBuilder::Composition(P::CompositionContext* tree, ast::Class& cls) {
  auto visibility = ast::Visibility::kPublic;
  for (antlr4::tree::ParseTree* child : tree->children) {
    if (auto* node = dynamic_cast<Node*>(child)) {
      if (node->getSymbol()->getType() == P::PUBLIC) visibility = ast::Visibility::kPublic;
      if (node->getSymbol()->getType() == P::PROTECTED) visibility = ast::Visibility::kProtected;
      continue;
    }
    auto* rule = static_cast<Rule*>(child);
    switch (rule->getRuleIndex()) {
      case P::RuleElement_list:
        Elements(static_cast<P::Element_listContext*>(rule), visibility, cls);
        break;
      case P::RuleEquation_section:
        cls.equations.push_back(EquationSection(static_cast<P::Equation_sectionContext*>(rule)));
        break;
      case P::RuleAlgorithm_section:
        cls.algorithms.push_back(AlgorithmSection(static_cast<P::Algorithm_sectionContext*>(rule)));
        break;
      case P::RuleExternal_clause: {
        auto* external = static_cast<P::External_clauseContext*>(rule);
        cls.external = External(external, external->annotation_clause());
        break;
      }
      default:
        cls.annotation = Annotation(static_cast<P::Annotation_clauseContext*>(rule));
    }
  }
}

std::unique_ptr<ast::External> AstBuilder::External(P::External_clauseContext* tree,
                                                    P::Annotation_clauseContext* annotation) {
  auto external = std::make_unique<ast::External>();
  external->span = SpanOf(tree);
  if (tree->language_specification()) external->language = String(tree->language_specification()->STRING());
  if (P::External_function_callContext* call = tree->external_function_call()) {
    if (call->component_reference()) external->result = Reference(call->component_reference());
    external->function = Identifier(call->IDENT());
    if (call->expression_list()) external->arguments = Expressions(call->expression_list());
  }
  external->annotation = Annotation(annotation);
  return external;
}

void AstBuilder::Elements(P::Element_listContext* tree, ast::Visibility visibility, ast::Class& cls) {
  for (P::ElementContext* element : tree->element()) AddElements(element, visibility, cls.elements);
}

void AstBuilder::AddElements(P::ElementContext* tree, ast::Visibility visibility, std::vector<ast::Element>& elements) {
  const auto add = [&]() -> ast::Element& {
    ast::Element& element = elements.emplace_back();
    element.visibility = visibility;
    element.redeclare = tree->REDECLARE() != nullptr;
    element.final = tree->FINAL() != nullptr;
    element.inner = tree->INNER() != nullptr;
    element.outer = tree->OUTER() != nullptr;
    element.replaceable = tree->REPLACEABLE() != nullptr;
    element.span = SpanOf(tree);
    return element;
  };
  if (tree->import_clause()) {
    add().import = Import(tree->import_clause());
  } else if (tree->extends_clause()) {
    add().extends = Extends(tree->extends_clause());
  } else if (tree->class_definition()) {
    ast::Element& element = add();
    element.cls = Class(tree->class_definition());
    Constrain(tree, element);
  } else {
    P::Component_clauseContext* clause = tree->component_clause();
    for (P::Component_declarationContext* declaration : clause->component_list()->component_declaration()) {
      ast::Element& element = add();
      element.component = Component(clause, declaration);
      Constrain(tree, element);
    }
  }
}

std::unique_ptr<ast::Import> AstBuilder::Import(P::Import_clauseContext* tree) const {
  auto import = std::make_unique<ast::Import>();
  import->span = SpanOf(tree);
  import->name = Name(tree->name());
  if (tree->EQ()) {
    import->kind = ast::Import::Kind::kRenaming;
    import->alias = Identifier(tree->IDENT());
  } else if (tree->import_list()) {
    import->kind = ast::Import::Kind::kList;
    for (Node* name : tree->import_list()->IDENT()) import->names.push_back(Identifier(name));
  } else if (tree->DOTSTAR() || tree->STAR()) {
    import->kind = ast::Import::Kind::kUnqualified;
  }
  return import;
}

// The description behind a constraining clause is that of the element when it has no own.
void AstBuilder::Constrain(P::ElementContext* tree, ast::Element& element) {
  P::Constraining_clauseContext* clause = tree->constraining_clause();
  if (!clause) return;
  element.constraining = Name(clause->type_specifier());
  if (clause->class_modification()) element.constraining_modification = Modification(clause->class_modification());
  std::string& comment = element.cls ? element.cls->comment : element.component->comment;
  ast::AnnotationPtr& annotation = element.cls ? element.cls->annotation : element.component->annotation;
  Span& span = element.cls ? element.cls->span : element.component->span;
  if (comment.empty()) comment = Comment(tree->description()->description_string());
  if (!annotation && tree->description()->annotation_clause()) {
    annotation = Annotation(tree->description());
    span = Join(span, annotation->span);
  }
}

// ---- A.2.3 Extends --------------------------------------------------------------------------

std::unique_ptr<ast::Extends> AstBuilder::Extends(P::Extends_clauseContext* tree) {
  auto extends = std::make_unique<ast::Extends>();
  extends->span = SpanOf(tree);
  extends->base = Name(tree->type_specifier());
  extends->annotation = Annotation(tree->annotation_clause());
  P::Class_or_inheritance_modificationContext* modification = tree->class_or_inheritance_modification();
  if (!modification || !modification->argument_or_inheritance_list()) return extends;
  for (auto* entry : modification->argument_or_inheritance_list()->argument_or_inheritance()) {
    extends->arguments.push_back(entry->argument() ? Argument(entry->argument())
                                                   : Inheritance(entry->inheritance_modification()));
  }
  return extends;
}

ast::ModificationArgument AstBuilder::Inheritance(P::Inheritance_modificationContext* tree) {
  ast::ModificationArgument argument;
  argument.span = SpanOf(tree);
  if (P::Connect_equationContext* connect = tree->connect_equation()) {
    argument.kind = ast::ModificationArgument::Kind::kBreakConnect;
    argument.from = Reference(connect->component_reference(0));
    argument.to = Reference(connect->component_reference(1));
  } else {
    argument.kind = ast::ModificationArgument::Kind::kBreakComponent;
    argument.name.span = SpanOf(tree->IDENT());
    argument.name.parts.push_back(Identifier(tree->IDENT()));
  }
  return argument;
}

// ---- A.2.4 Component clause -----------------------------------------------------------------

ast::TypePrefix AstBuilder::TypePrefix(P::Type_prefixContext* tree) const {
  ast::TypePrefix prefix;
  if (tree->FLOW()) prefix.flow = ast::FlowPrefix::kFlow;
  if (tree->STREAM()) prefix.flow = ast::FlowPrefix::kStream;
  if (tree->DISCRETE()) prefix.variability = ast::Variability::kDiscrete;
  if (tree->PARAMETER()) prefix.variability = ast::Variability::kParameter;
  if (tree->CONSTANT()) prefix.variability = ast::Variability::kConstant;
  if (tree->INPUT()) prefix.causality = ast::Causality::kInput;
  if (tree->OUTPUT()) prefix.causality = ast::Causality::kOutput;
  return prefix;
}

std::unique_ptr<ast::Component> AstBuilder::Component(P::Component_clauseContext* clause,
                                                      P::Component_declarationContext* tree) {
  auto component = std::make_unique<ast::Component>();
  component->prefix = TypePrefix(clause->type_prefix());
  component->type = Name(clause->type_specifier());
  component->type_subscripts = Subscripts(clause->array_subscripts());
  Declaration(tree->declaration(), *component);
  if (tree->condition_attribute()) component->condition = Expression(tree->condition_attribute()->expression());
  component->comment = Comment(tree->description()->description_string());
  component->annotation = Annotation(tree->description());
  component->span = SpanOf(tree);
  component->span.begin = SpanOf(clause).begin;
  return component;
}

std::unique_ptr<ast::Component> AstBuilder::Component(P::Component_clause1Context* clause) {
  auto component = std::make_unique<ast::Component>();
  component->prefix = TypePrefix(clause->type_prefix());
  component->type = Name(clause->type_specifier());
  P::Component_declaration1Context* tree = clause->component_declaration1();
  Declaration(tree->declaration(), *component);
  component->comment = Comment(tree->description()->description_string());
  component->annotation = Annotation(tree->description());
  component->span = SpanOf(clause);
  return component;
}

void AstBuilder::Declaration(P::DeclarationContext* tree, ast::Component& component) {
  component.name = Identifier(tree->IDENT());
  component.subscripts = Subscripts(tree->array_subscripts());
  if (tree->modification()) component.modification = Modification(tree->modification());
}

// ---- A.2.5 Modification ---------------------------------------------------------------------

std::unique_ptr<ast::Modification> AstBuilder::Modification(P::ModificationContext* tree) {
  auto modification = std::make_unique<ast::Modification>();
  modification->span = SpanOf(tree);
  if (tree->class_modification()) modification->arguments = Arguments(tree->class_modification());
  if (P::Modification_expressionContext* value = tree->modification_expression()) {
    modification->value_is_break = value->BREAK() != nullptr;
    if (value->expression()) modification->value = Expression(value->expression());
  }
  return modification;
}

std::unique_ptr<ast::Modification> AstBuilder::Modification(P::Class_modificationContext* tree) {
  auto modification = std::make_unique<ast::Modification>();
  modification->span = SpanOf(tree);
  modification->arguments = Arguments(tree);
  return modification;
}

std::vector<ast::ModificationArgument> AstBuilder::Arguments(P::Class_modificationContext* tree) {
  std::vector<ast::ModificationArgument> arguments;
  if (!tree->argument_list()) return arguments;
  for (P::ArgumentContext* argument : tree->argument_list()->argument()) arguments.push_back(Argument(argument));
  return arguments;
}

ast::ModificationArgument AstBuilder::Argument(P::ArgumentContext* tree) {
  ast::ModificationArgument argument;
  argument.span = SpanOf(tree);
  if (P::Element_redeclarationContext* redeclaration = tree->element_redeclaration()) {
    argument.redeclare = true;
    argument.each = redeclaration->EACH() != nullptr;
    argument.final = redeclaration->FINAL() != nullptr;
    if (redeclaration->element_replaceable()) {
      Replaceable(redeclaration->element_replaceable(), argument);
    } else {
      Replacement(redeclaration->short_class_definition(), redeclaration->component_clause1(), argument);
    }
    return argument;
  }
  P::Element_modification_or_replaceableContext* entry = tree->element_modification_or_replaceable();
  argument.each = entry->EACH() != nullptr;
  argument.final = entry->FINAL() != nullptr;
  if (entry->element_replaceable()) {
    Replaceable(entry->element_replaceable(), argument);
    return argument;
  }
  P::Element_modificationContext* modification = entry->element_modification();
  argument.name = Name(modification->name());
  if (modification->modification()) argument.modification = Modification(modification->modification());
  argument.comment = Comment(modification->description_string());
  return argument;
}

void AstBuilder::Replacement(P::Short_class_definitionContext* cls, P::Component_clause1Context* component,
                             ast::ModificationArgument& argument) {
  if (cls) {
    argument.kind = ast::ModificationArgument::Kind::kRedeclareClass;
    argument.cls = Class(cls);
  } else {
    argument.kind = ast::ModificationArgument::Kind::kRedeclareComponent;
    argument.component = Component(component);
  }
}

void AstBuilder::Replaceable(P::Element_replaceableContext* tree, ast::ModificationArgument& argument) {
  argument.replaceable = true;
  Replacement(tree->short_class_definition(), tree->component_clause1(), argument);
  if (P::Constraining_clauseContext* clause = tree->constraining_clause()) {
    argument.constraining = Name(clause->type_specifier());
    if (clause->class_modification()) argument.constraining_modification = Modification(clause->class_modification());
  }
}

}  // namespace stiction::parse
