import FlintModel
import FlintText

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
