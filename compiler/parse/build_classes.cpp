// SPDX-License-Identifier: BSD-3-Clause
// MLS Appendix A.2.1 to A.2.5: stored definitions, classes, components, modification.
#include "compiler/parse/ast_builder.h"

namespace stiction::parse {

ast::StoredDefinition AstBuilder::StoredDefinition(Tree tree) {
  ast::StoredDefinition stored;
  stored.source = source_.id();
  Children child(tree);
  if (Tree within = child.TakeToken(P::WITHIN)) {
    Tree name = child.TakeRule(P::RuleName);
    stored.within = name ? Name(name) : ast::Name{false, {}, SpanOf(within)};
    child.Skip(P::SEMI);
  }
  while (!child.AtToken(P::EOF)) {
    const bool final = child.Skip(P::FINAL);
    stored.classes.push_back(Class(child.Take()));
    stored.classes.back()->final = final;
    child.Skip(P::SEMI);
  }
  return stored;
}

// ---- A.2.2 Class definition -----------------------------------------------------------------

std::unique_ptr<ast::Class> AstBuilder::Class(Tree definition) {
  auto cls = std::make_unique<ast::Class>();
  cls->span = SpanOf(definition);
  Children child(definition);
  cls->encapsulated = child.Skip(P::ENCAPSULATED);
  ClassPrefixes(child.Take(), *cls);
  ClassSpecifier(child.Take(), *cls);
  return cls;
}

std::unique_ptr<ast::Class> AstBuilder::ShortClassDefinition(Tree tree) {
  auto cls = std::make_unique<ast::Class>();
  cls->span = SpanOf(tree);
  Children child(tree);
  ClassPrefixes(child.Take(), *cls);
  cls->name = Identifier(child.Take());
  child.Skip(P::EQ);
  ShortClass(child.Take(), *cls);
  return cls;
}

void AstBuilder::ClassPrefixes(Tree tree, ast::Class& cls) const {
  bool is_operator = false;
  for (Children child(tree); !child.AtEnd();) {
    switch (child.Take()->kind) {
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
        is_operator = true;
        cls.kind = ast::ClassKind::kOperator;
        break;
      case P::RECORD:
        cls.kind = is_operator ? ast::ClassKind::kOperatorRecord : ast::ClassKind::kRecord;
        break;
      default:  // FUNCTION
        cls.kind = is_operator ? ast::ClassKind::kOperatorFunction : ast::ClassKind::kFunction;
    }
  }
}

void AstBuilder::ClassSpecifier(Tree tree, ast::Class& cls) {
  Children child(tree);
  if (child.Skip(P::EXTENDS)) cls.form = ast::ClassForm::kExtends;
  cls.name = Identifier(child.Take());
  if (Tree modification = child.TakeRule(P::RuleClass_modification)) cls.extends_arguments = Arguments(modification);
  child.Skip(P::EQ);
  Tree rest = child.Take();
  if (rest->kind == P::RuleClass_body) {
    ClassBody(rest, cls);
  } else if (rest->kind == P::RuleShort_class) {
    ShortClass(rest, cls);
  } else {
    DerClass(rest, cls);
  }
}

void AstBuilder::ClassBody(Tree tree, ast::Class& cls) {
  Children child(tree);
  cls.comment = Comment(child);
  Composition(child.Take(), cls);
  child.Skip(P::END);
  const ast::Identifier end_name = Identifier(child.Take());
  if (end_name.text != cls.name.text) {
    Diagnostic& error = Error(end_name.span, "'end " + end_name.text + "' does not close '" + cls.name.text + "'");
    error.labels.push_back({cls.name.span, "the class begins here"});
    error.hint = "write 'end " + cls.name.text + ";'";
  }
}

void AstBuilder::ShortClass(Tree tree, ast::Class& cls) {
  Children child(tree);
  if (child.AtToken(P::ENUMERATION)) return Enumeration(child, cls);
  cls.form = ast::ClassForm::kShort;
  Children base_prefix(child.Take());
  if (base_prefix.Skip(P::INPUT)) cls.base_prefix.causality = ast::Causality::kInput;
  if (base_prefix.Skip(P::OUTPUT)) cls.base_prefix.causality = ast::Causality::kOutput;
  cls.base = Name(child.Take());
  cls.base_subscripts = Subscripts(child);
  if (Tree modification = child.TakeRule(P::RuleClass_modification)) cls.base_arguments = Arguments(modification);
  cls.comment = Comment(child);
  cls.annotation = Annotation(child);
}

void AstBuilder::Enumeration(Children child, ast::Class& cls) {
  cls.form = ast::ClassForm::kEnumeration;
  child.Skip(P::ENUMERATION);
  child.Skip(P::LPAR);
  cls.enumeration_open = child.Skip(P::COLON);
  if (Tree list = child.TakeRule(P::RuleEnum_list)) {
    Children literal(list);
    do {
      Children part(literal.Take());
      ast::EnumerationLiteral& written = cls.literals.emplace_back();
      written.name = Identifier(part.Take());
      written.comment = Comment(part);
      written.annotation = Annotation(part);
    } while (literal.Skip(P::COMMA));
  }
  child.Skip(P::RPAR);
  cls.comment = Comment(child);
  cls.annotation = Annotation(child);
}

void AstBuilder::DerClass(Tree tree, ast::Class& cls) {
  cls.form = ast::ClassForm::kDer;
  Children child(tree);
  child.Skip(P::DER);
  child.Skip(P::LPAR);
  cls.base = Name(child.Take());
  while (child.Skip(P::COMMA)) cls.der_arguments.push_back(Identifier(child.Take()));
  child.Skip(P::RPAR);
  cls.comment = Comment(child);
  cls.annotation = Annotation(child);
}

void AstBuilder::Composition(Tree tree, ast::Class& cls) {
  auto visibility = ast::Visibility::kPublic;
  Children child(tree);
  while (!child.AtEnd()) {
    if (child.AtRule(P::RuleAnnotation_clause)) {
      ClassAnnotation(child, cls);
      continue;
    }
    Tree part = child.Take();
    if (!part->is_rule) {
      if (part->kind == P::PUBLIC) visibility = ast::Visibility::kPublic;
      if (part->kind == P::PROTECTED) visibility = ast::Visibility::kProtected;
    } else if (part->kind == P::RuleElement_list) {
      Elements(part, visibility, cls);
    } else if (part->kind == P::RuleSection) {
      Section(part, cls);
    } else {
      cls.external = External(part);
    }
  }
}

void AstBuilder::ClassAnnotation(Children& child, ast::Class& cls) {
  ast::AnnotationPtr annotation = Annotation(child);
  if (!cls.annotation) {
    cls.annotation = std::move(annotation);
    return;
  }
  Diagnostic& error = Error(annotation->span, "a second annotation of the class '" + cls.name.text + "'");
  error.labels.push_back({cls.annotation->span, "first here"});
  error.hint = "write both in one annotation, at the end of the class";
}

std::unique_ptr<ast::External> AstBuilder::External(Tree tree) {
  auto external = std::make_unique<ast::External>();
  external->span = SpanOf(tree);
  Children child(tree);
  child.Skip(P::EXTERNAL);
  if (Tree language = child.TakeToken(P::STRING)) external->language = String(language);
  if (Tree call = child.TakeRule(P::RuleExternal_function_call)) {
    Children part(call);
    if (Tree result = part.TakeRule(P::RuleComponent_reference)) external->result = Reference(result);
    part.Skip(P::EQ);
    external->function = Identifier(part.Take());
    part.Skip(P::LPAR);
    if (Tree arguments = part.TakeRule(P::RuleExpression_list)) external->arguments = Expressions(arguments);
  }
  external->annotation = Annotation(child);
  return external;
}

void AstBuilder::Elements(Tree tree, ast::Visibility visibility, ast::Class& cls) {
  Children child(tree);
  while (!child.AtEnd()) {
    if (child.AtRule(P::RuleAnnotation_clause)) {
      ClassAnnotation(child, cls);
    } else {
      AddElements(child.Take(), visibility, cls.elements);
    }
    child.Skip(P::SEMI);
  }
}

void AstBuilder::AddElements(Tree tree, ast::Visibility visibility, std::vector<ast::Element>& elements) {
  Children child(tree);
  const bool redeclare = child.Skip(P::REDECLARE);
  const bool final = child.Skip(P::FINAL);
  const bool inner = child.Skip(P::INNER);
  const bool outer = child.Skip(P::OUTER);
  const bool replaceable = child.Skip(P::REPLACEABLE);
  const auto add = [&]() -> ast::Element& {
    ast::Element& element = elements.emplace_back();
    element.visibility = visibility;
    element.redeclare = redeclare;
    element.final = final;
    element.inner = inner;
    element.outer = outer;
    element.replaceable = replaceable;
    element.span = SpanOf(tree);
    return element;
  };
  Tree declared = child.Take();
  if (declared->kind == P::RuleImport_clause) {
    add().import = Import(declared);
  } else if (declared->kind == P::RuleExtends_clause) {
    add().extends = Extends(declared);
  } else if (declared->kind == P::RuleClass_definition) {
    ast::Element& element = add();
    element.cls = Class(declared);
    Constrain(child, element);
  } else {
    for (Children part(declared); !part.AtEnd();) {
      Tree declaration = part.Take();
      if (!declaration->IsRule(P::RuleComponent_declaration)) continue;
      ast::Element& element = add();
      element.component = Component(declared, declaration);
      Constrain(child, element);
    }
  }
}

std::unique_ptr<ast::Import> AstBuilder::Import(Tree tree) const {
  auto import = std::make_unique<ast::Import>();
  import->span = SpanOf(tree);
  Children child(tree);
  child.Skip(P::IMPORT);
  Tree first = child.Take();
  if (child.Skip(P::EQ)) {
    import->kind = ast::Import::Kind::kRenaming;
    import->alias = Identifier(first);
    import->name = Name(child.Take());
    return import;
  }
  import->name.span = SpanOf(first);
  import->name.parts.push_back(Identifier(first));
  if (Tree path = child.TakeRule(P::RuleImport_path)) ImportPath(path, *import);
  return import;
}

void AstBuilder::ImportPath(Tree path, ast::Import& import) const {
  while (path) {
    Children child(path);
    path = nullptr;
    child.Skip(P::DOT);
    if (Tree part = child.TakeToken(P::IDENT)) {
      import.name.parts.push_back(Identifier(part));
      import.name.span.end = part->end;
      path = child.TakeRule(P::RuleImport_path);
    } else if (child.Skip(P::LBRC)) {
      import.kind = ast::Import::Kind::kList;
      Children names(child.Take());
      do {
        import.names.push_back(Identifier(names.Take()));
      } while (names.Skip(P::COMMA));
    } else {
      import.kind = ast::Import::Kind::kUnqualified;
    }
  }
}

// The description behind a constraining clause is that of the element when it has no own.
void AstBuilder::Constrain(Children child, ast::Element& element) {
  Tree clause = child.TakeRule(P::RuleConstraining_clause);
  if (!clause) return;
  Children part(clause);
  part.Skip(P::CONSTRAINEDBY);
  element.constraining = Name(part.Take());
  if (!part.AtEnd()) element.constraining_modification = ClassModification(part.Take());
  std::string& comment = element.cls ? element.cls->comment : element.component->comment;
  ast::AnnotationPtr& annotation = element.cls ? element.cls->annotation : element.component->annotation;
  Span& span = element.cls ? element.cls->span : element.component->span;
  const Span behind = child.AtEnd() ? Span{} : SpanOf(child.Peek());
  std::string own_comment = Comment(child);
  const bool is_repeated = (!own_comment.empty() && !comment.empty()) || (annotation && !child.AtEnd());
  if (is_repeated) element.repeated_description = behind;
  if (comment.empty()) comment = std::move(own_comment);
  if (!annotation && !child.AtEnd()) {
    annotation = Annotation(child);
    span = Join(span, annotation->span);
  }
}

// ---- A.2.3 Extends --------------------------------------------------------------------------

std::unique_ptr<ast::Extends> AstBuilder::Extends(Tree tree) {
  auto extends = std::make_unique<ast::Extends>();
  extends->span = SpanOf(tree);
  Children child(tree);
  child.Skip(P::EXTENDS);
  extends->base = Name(child.Take());
  if (Tree modification = child.TakeRule(P::RuleClass_or_inheritance_modification)) {
    for (Children part(modification); !part.AtEnd();) {
      Tree entry = part.Take();
      if (!entry->is_rule) continue;
      Tree argument = Children(entry).Take();
      extends->arguments.push_back(argument->kind == P::RuleArgument ? Argument(argument) : Inheritance(argument));
    }
  }
  extends->annotation = Annotation(child);
  return extends;
}

ast::ModificationArgument AstBuilder::Inheritance(Tree tree) {
  ast::ModificationArgument argument;
  argument.span = SpanOf(tree);
  Children child(tree);
  child.Skip(P::BREAK);
  Tree broken = child.Take();
  if (broken->IsToken(P::IDENT)) {
    argument.kind = ast::ModificationArgument::Kind::kBreakComponent;
    argument.name.span = SpanOf(broken);
    argument.name.parts.push_back(Identifier(broken));
    return argument;
  }
  argument.kind = ast::ModificationArgument::Kind::kBreakConnect;
  Children connect(broken);
  connect.Skip(P::CONNECT);
  connect.Skip(P::LPAR);
  argument.from = Reference(connect.Take());
  connect.Skip(P::COMMA);
  argument.to = Reference(connect.Take());
  return argument;
}

// ---- A.2.4 Component clause -----------------------------------------------------------------

ast::TypePrefix AstBuilder::TypePrefix(Tree tree) const {
  ast::TypePrefix prefix;
  Children child(tree);
  if (child.Skip(P::FLOW)) prefix.flow = ast::FlowPrefix::kFlow;
  if (child.Skip(P::STREAM)) prefix.flow = ast::FlowPrefix::kStream;
  if (child.Skip(P::DISCRETE)) prefix.variability = ast::Variability::kDiscrete;
  if (child.Skip(P::PARAMETER)) prefix.variability = ast::Variability::kParameter;
  if (child.Skip(P::CONSTANT)) prefix.variability = ast::Variability::kConstant;
  if (child.Skip(P::INPUT)) prefix.causality = ast::Causality::kInput;
  if (child.Skip(P::OUTPUT)) prefix.causality = ast::Causality::kOutput;
  return prefix;
}

std::unique_ptr<ast::Component> AstBuilder::Component(Tree clause, Tree declaration) {
  auto component = std::make_unique<ast::Component>();
  Children shared(clause);
  component->prefix = TypePrefix(shared.Take());
  component->type = Name(shared.Take());
  component->type_subscripts = Subscripts(shared);
  Children child(declaration);
  Declaration(child.Take(), *component);
  if (child.Skip(P::IF)) component->condition = Expression(child.Take());
  component->comment = Comment(child);
  component->annotation = Annotation(child);
  component->span = {source_.id(), clause->begin, declaration->end};
  return component;
}

std::unique_ptr<ast::Component> AstBuilder::Component(Tree clause1) {
  auto component = std::make_unique<ast::Component>();
  Children child(clause1);
  component->prefix = TypePrefix(child.Take());
  component->type = Name(child.Take());
  Declaration(child.Take(), *component);
  component->comment = Comment(child);
  component->annotation = Annotation(child);
  component->span = SpanOf(clause1);
  return component;
}

void AstBuilder::Declaration(Tree tree, ast::Component& component) {
  Children child(tree);
  component.name = Identifier(child.Take());
  component.subscripts = Subscripts(child);
  if (!child.AtEnd()) component.modification = Modification(child.Take());
}

// ---- A.2.5 Modification ---------------------------------------------------------------------

std::unique_ptr<ast::Modification> AstBuilder::Modification(Tree tree) {
  auto modification = std::make_unique<ast::Modification>();
  modification->span = SpanOf(tree);
  Children child(tree);
  if (Tree arguments = child.TakeRule(P::RuleClass_modification)) modification->arguments = Arguments(arguments);
  if (child.AtEnd()) return modification;
  modification->is_assignment = child.Skip(P::ASSIGN);
  child.Skip(P::EQ);
  Tree value = Children(child.Take()).Take();
  if (value->is_rule) {
    modification->value = Expression(value);
  } else {
    modification->value_is_break = true;
  }
  return modification;
}

std::unique_ptr<ast::Modification> AstBuilder::ClassModification(Tree tree) {
  auto modification = std::make_unique<ast::Modification>();
  modification->span = SpanOf(tree);
  modification->arguments = Arguments(tree);
  return modification;
}

std::vector<ast::ModificationArgument> AstBuilder::Arguments(Tree class_modification) {
  Children child(class_modification);
  std::vector<ast::ModificationArgument> arguments;
  arguments.reserve(child.Count(P::RuleArgument));
  child.Skip(P::LPAR);
  while (Tree argument = child.TakeRule(P::RuleArgument)) {
    arguments.push_back(Argument(argument));
    child.Skip(P::COMMA);
  }
  return arguments;
}

ast::ModificationArgument AstBuilder::Argument(Tree tree) {
  ast::ModificationArgument argument;
  argument.span = SpanOf(tree);
  Tree redeclaration = tree[1].IsRule(P::RuleElement_redeclaration) ? tree + 1 : nullptr;
  Children child(redeclaration ? redeclaration : tree);
  argument.redeclare = child.Skip(P::REDECLARE);
  argument.each = child.Skip(P::EACH);
  argument.final = child.Skip(P::FINAL);
  Tree entry = child.Take();
  switch (entry->kind) {
    case P::RuleElement_modification:
      ElementModification(entry, argument);
      break;
    case P::RuleElement_replaceable:
      Replaceable(entry, argument);
      break;
    default:
      Replacement(entry, argument);
  }
  return argument;
}

void AstBuilder::ElementModification(Tree tree, ast::ModificationArgument& argument) {
  Children child(tree);
  argument.name = Name(child.Take());
  if (Tree modification = child.TakeRule(P::RuleModification)) argument.modification = Modification(modification);
  argument.comment = Comment(child);
}

void AstBuilder::Replacement(Tree tree, ast::ModificationArgument& argument) {
  if (tree->kind == P::RuleShort_class_definition) {
    argument.kind = ast::ModificationArgument::Kind::kRedeclareClass;
    argument.cls = ShortClassDefinition(tree);
  } else {
    argument.kind = ast::ModificationArgument::Kind::kRedeclareComponent;
    argument.component = Component(tree);
  }
}

void AstBuilder::Replaceable(Tree tree, ast::ModificationArgument& argument) {
  argument.replaceable = true;
  Children child(tree);
  child.Skip(P::REPLACEABLE);
  Replacement(child.Take(), argument);
  if (child.AtEnd()) return;
  Children clause(child.Take());
  clause.Skip(P::CONSTRAINEDBY);
  argument.constraining = Name(clause.Take());
  if (!clause.AtEnd()) argument.constraining_modification = ClassModification(clause.Take());
}

}  // namespace stiction::parse
