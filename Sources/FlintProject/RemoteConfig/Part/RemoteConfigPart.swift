import FlintManifest
import FlintModel
package import FlintText

/// A named condition for each condition and Boolean parameter, and the attributes that these
/// require.
package struct RemoteConfigPart {
  struct Condition {
    let id: String
    let name: String
    let description: String?
    let formula: Formulas.ID
  }

  private(set) var attributes: [AttributeTable.Declaration] = []
  private(set) var conditions: [Condition] = []
  private(set) var formulas = Formulas()
  /// About what is not translated exactly.
  package private(set) var notes: [Diagnostic] = []

  package init(_ template: RemoteConfigTemplate) {
    var builder = RemoteConfigPartBuilder()
    for condition in template.conditions { builder.add(condition) }
    for parameter in template.parameters where parameter.isBoolean { builder.add(parameter) }
    conditions = builder.conditions
    formulas = builder.formulas
    // Rules that were folded away have attributes and notes, too.
    let used = formulas.attributes(in: conditions.map(\.formula))
    attributes = builder.attributes.filter { used.contains($0.id) }
    notes = builder.notes.filter { used.contains($0.attribute) }.map(\.note)
    let leftOut = template.parameters.filter { !$0.isBoolean }.map { "'\($0.key)'" }
    if !leftOut.isEmpty {
      let parameters =
        leftOut.count == 1 ? "a parameter that is" : "\(leftOut.count) parameters that are"
      let keys = leftOut.joined(separator: ", ")
      notes.append(
        Diagnostic(
          .note, rule: ImportRule.leftOutParameter.rawValue,
          message: "skipped \(parameters) not Boolean: \(keys)"))
    }
  }

  package func write(to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.key("manifestVersion")
      writer.int(1)
      writer.key("attributes")
      writer.array(of: attributes) { $0.write(to: &$1) }
      writer.key("conditions")
      writer.array(of: conditions) { write($0, to: &$1) }
    }
    writer.endLine()
    sink.append(writer.text)
  }

  func write(_ condition: Condition, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", condition.id)
      if !condition.name.isSame(as: condition.id) { writer.member("name", condition.name) }
      if let description = condition.description { writer.member("description", description) }
      writer.key("is")
      FormulaWriter(formulas: formulas, constantBucket: condition.id)
        .write(condition.formula, to: &writer)
    }
  }
}

extension AttributeTable.Declaration {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      if let name { writer.member("name", name) }
      writer.member("type", type.name)
      writer.member("owner", Owner.environment.name)
    }
  }
}

struct RemoteConfigPartBuilder {
  private(set) var conditions: [RemoteConfigPart.Condition] = []
  private(set) var formulas = Formulas()
  private(set) var notes: [(attribute: String, note: Diagnostic)] = []
  private var translator = RuleTranslator()
  private var conditionIDs = UniqueIDs<Int>()
  /// For each condition of the Firebase Remote Config template, in order: a reference to the named condition that
  /// represents it, or the constant that it is.
  private var references: [Reference] = []

  var attributes: [AttributeTable.Declaration] { translator.attributes.declarations }

  /// A formula and its negation, built together because ``Formulas`` cannot negate one.
  private struct Operand {
    var formula: FormulaDraft
    var negation: FormulaDraft

    var negated: Operand { Operand(formula: negation, negation: formula) }
  }

  private enum Reference {
    case condition(Operand)
    case constant(Bool)
  }

  // MARK: Conditions

  mutating func add(_ condition: RemoteConfigTemplate.Condition) {
    let slug = Slug.of(condition.name)
    let (id, _) = conditionIDs.id(of: references.count, wanted: "remote.when.\(slug)")
    let formula = add(id, condition.name, nil, formula(of: condition.expression))
    switch formulas.nodes[formula] {
    case .constant(let value): references.append(.constant(value))
    case .literal, .joined: references.append(.condition(operand(Literal(.condition(id: id)))))
    }
  }

  @discardableResult private mutating func add(
    _ id: String, _ name: String, _ description: String?, _ formula: FormulaDraft
  ) -> Formulas.ID {
    let formula = formulas.shallow(formula.id(in: &formulas))
    conditions.append(
      RemoteConfigPart.Condition(id: id, name: name, description: description, formula: formula))
    return formula
  }

  private mutating func formula(of expression: ConditionExpression) -> FormulaDraft {
    var operands: [Operand] = []
    for step in expression.steps {
      switch step {
      case .rule(let rule, let range): operands.append(operand(rule, at: range))
      case .not: operands.append(operands.removeLast().negated)
      case .all(let count): join(.all, count, &operands)
      case .any(let count): join(.any, count, &operands)
      }
    }
    return operands.removeLast().formula
  }

  private mutating func join(
    _ connective: Formulas.Connective, _ count: Int, _ operands: inout [Operand]
  ) {
    let start = operands.count - count
    let joined = operands[start...].map(\.formula)
    let negations = operands[start...].map(\.negation)
    operands.removeSubrange(start...)
    // The drafts are now referenced only here, so combining them copies nothing.
    operands.append(
      Operand(
        formula: .join(connective, consume joined, in: &formulas),
        negation: .join(connective.dual, consume negations, in: &formulas)))
  }

  private mutating func operand(_ rule: TargetingRule, at range: Range<Int>) -> Operand {
    switch translator.meaning(of: rule) {
    case .constant(let value): return operand(value)
    case .all(let literals):
      let operands = literals.map { operand($0) }
      return Operand(
        formula: .join(.all, operands.map(\.formula), in: &formulas),
        negation: .join(.any, operands.map(\.negation), in: &formulas))
    case .inexpressible:
      let (id, isNew) = translator.attributes.id(of: .rule(ExactText(rule.description)))
      if isNew {
        note(
          .inexpressibleRule,
          "a manifest cannot express the rule \(rule); the result of the rule is unknown", id,
          at: range)
      }
      return operand(Literal(.attribute(id: id, .boolean(true))))
    }
  }

  private func operand(_ value: Bool) -> Operand {
    Operand(
      formula: FormulaDraft(Formulas.id(of: value)), negation: FormulaDraft(Formulas.id(of: !value))
    )
  }

  private mutating func operand(_ literal: Literal) -> Operand {
    Operand(
      formula: FormulaDraft(formulas.id(of: literal)),
      negation: FormulaDraft(formulas.id(of: literal.negation)))
  }

  private mutating func note(
    _ rule: ImportRule, _ message: String, _ attribute: String, at range: Range<Int>
  ) {
    let note = Diagnostic(
      .note, rule: rule.rawValue,
      message: "\(message) unless a state sets attribute '\(attribute)'", range: range)
    notes.append((attribute, note))
  }

  // MARK: Parameters

  /// Values of a parameter that the template does not have, each with the formula that it is true.
  private typealias Served = [(value: ExternalValue, formula: FormulaDraft)]

  mutating func add(_ original: RemoteConfigTemplate.Parameter) {
    let parameter = withoutConstants(original)
    var served: Served = []
    for value in parameter.conditionalValues.map(\.value) + [parameter.defaultValue] {
      guard case .served(let value, let range) = value,
        !served.contains(where: { $0.value == value })
      else { continue }
      let (id, _) = translator.attributes.id(
        of: .served(parameter: parameter.key, value))
      let message =
        """
        the template does not show the \(value.displayName) of '\(parameter.key)'; \
        this value is unknown
        """
      note(.servedValue, message, id, at: range)
      let literal = Literal(.attribute(id: id, .boolean(true)))
      served.append((value, FormulaDraft(formulas.id(of: literal))))
    }
    let formula = formula(of: parameter, served[...], [])
    let description = parameter.description.flatMap { $0.isEmpty ? nil : $0 }
    add("remote.\(parameter.key)", parameter.key, description, formula)
  }

  /// Returns the parameter without values that it never has, because a condition is never true, or one before it is
  /// always true.
  private func withoutConstants(
    _ parameter: RemoteConfigTemplate.Parameter
  ) -> RemoteConfigTemplate.Parameter {
    var result = parameter
    result.conditionalValues = []
    for (condition, value) in parameter.conditionalValues {
      switch references[condition] {
      case .condition: result.conditionalValues.append((condition, value))
      case .constant(false): continue
      case .constant(true):
        result.defaultValue = value
        return result
      }
    }
    return result
  }

  /// True exactly where the parameter is. For a missing value v: "F or (v and T)", with F and T for
  /// v false and true, so that the result is known whenever all possible values are equal.
  /// - Parameters:
  /// - unset: Missing values without an assumption.
  /// - true: Missing values assumed to be true.
  private mutating func formula(
    of parameter: RemoteConfigTemplate.Parameter, _ unset: Served.SubSequence,
    _ true: [ExternalValue]
  ) -> FormulaDraft {
    guard let first = unset.first else { return priorityList(parameter, `true`) }
    let ifFalse = formula(of: parameter, unset.dropFirst(), `true`)
    let ifTrue = formula(of: parameter, unset.dropFirst(), `true` + [first.value])
    let product = FormulaDraft.join(.all, [first.formula, ifTrue], in: &formulas)
    return .join(.any, [ifFalse, product], in: &formulas)
  }

  /// The first satisfied condition decides, each of which occurs once: "a or not a" would be
  /// unknown with a.
  /// - Parameter true: Missing values assumed to be true; others are false.
  private mutating func priorityList(
    _ parameter: RemoteConfigTemplate.Parameter, _ true: [ExternalValue]
  ) -> FormulaDraft {
    func isTrue(_ value: RemoteConfigTemplate.Value) -> Bool {
      switch value {
      case .text: value.bool == true
      case .served(let served, _): `true`.contains(served)
      }
    }
    var rest = FormulaDraft(Formulas.id(of: isTrue(parameter.defaultValue)))
    for (condition, value) in parameter.conditionalValues.reversed() {
      guard case .condition(let reference) = references[condition] else { continue }
      rest =
        isTrue(value)
        ? .join(.any, [reference.formula, consume rest], in: &formulas)
        : .join(.all, [reference.negation, consume rest], in: &formulas)
    }
    return rest
  }
}

enum Slug {
  /// Runs of invalid characters become one `-`, none at the ends: `Beta-users` for `Beta users!`.
  /// Perhaps empty.
  static func of(_ name: String) -> String {
    var slug = ""
    var isPending = false
    for scalar in name.unicodeScalars {
      guard isAllowed(scalar) else {
        isPending = true
        continue
      }
      if isPending { slug += "-" }
      isPending = false
      slug.unicodeScalars.append(scalar)
    }
    let trimmed = slug.drop { $0 == "-" }
    return String(trimmed.prefix(trimmed.count - trimmed.reversed().prefix { $0 == "-" }.count))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
    default: false
    }
  }
}

/// Adds `-2`, `-3`, … where the wanted id is taken.
struct UniqueIDs<Key: Hashable> {
  private var ids: [Key: String] = [:]
  private var taken: Set<String> = []

  mutating func id(of key: Key, wanted: String) -> (id: String, isNew: Bool) {
    if let known = ids[key] { return (known, false) }
    var id = wanted
    var number = 2
    while !taken.insert(id).inserted {
      id = "\(wanted)-\(number)"
      number += 1
    }
    ids[key] = id
    return (id, true)
  }
}
