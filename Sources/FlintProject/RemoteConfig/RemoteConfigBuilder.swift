/// Collects the manifest's declarations for a template's conditions and parameters.
final class RemoteConfigBuilder {
  var formulas = Formulas()
  private var attributes: [AttributeDeclaration] = []
  private var conditions: [ConditionDeclaration] = []
  private var notes: [(attribute: Int, note: Diagnostic)] = []
  private var (attributeIDs, bucketIDs, conditionIDs) = (UniqueIDs(), UniqueIDs(), UniqueIDs())
  /// By condition, a reference to it or its constant, and the negation.
  private var references: [(formula: Formulas.ID, negation: Formulas.ID)] = []

  /// The declarations, without attributes and notes of rules that had no effect.
  func part() -> (manifest: Manifest, used: [AttributeDeclaration], notes: [Diagnostic]) {
    let manifest = Manifest(
      attributes: attributes, conditions: conditions, buckets: bucketIDs.ids)
    var used: Set<Int> = []
    manifest.forEachRequirement { constraint in
      if case .attribute(let requirement) = constraint {
        used.insert(requirement.attribute)
      }
    }
    return (
      manifest, attributes.indices.filter(used.contains).map { attributes[$0] },
      notes.filter { used.contains($0.attribute) }.map(\.note)
    )
  }

  // MARK: Rules

  func requirement(
    on subject: RuleSubject, _ accepted: AttributeRequirement.Accepted
  ) -> Constraint {
    switch subject {
    case .device(let fact): .device(DeviceRequirement(fact, accepted))
    case .attribute(let id, let name, let type):
      .attribute(
        AttributeRequirement(attribute: attribute(id, name, type).index, accepted: accepted))
    }
  }

  func bucket(ofSeed seed: String?) -> Int {
    bucketIDs.insert(
      seed.map { "seed \($0)" } ?? "", wanted: seed.map { "percent.\(Slug.of($0))" } ?? "percent"
    ).index
  }

  private func attribute(
    _ id: String, _ name: String, _ type: AttributeType
  ) -> (index: Int, isNew: Bool) {
    let (index, isNew) = attributeIDs.insert("\(name) \(type.name)", wanted: id)
    if isNew {
      attributes.append(
        AttributeDeclaration(
          id: attributeIDs.ids[index], name: name, domain: AttributeDomain(type, choices: []),
          owner: .environment))
    }
    return (index, isNew)
  }

  /// Requires a Boolean attribute in place of an unknown fact. The attribute's first use gets a
  /// note.
  private func isTrue(
    _ id: String, _ name: String, _ rule: ImportRule, _ unknown: String, at range: Range<Int>
  ) -> Constraint {
    let (index, isNew) = attribute(id, name, .boolean)
    if isNew {
      let message = "\(unknown) unless a state sets attribute '\(attributes[index].id)'"
      notes.append((index, rule.diagnostic(message, at: range)))
    }
    return .attribute(AttributeRequirement(attribute: index, accepted: .boolean(true)))
  }

  func formula(
    of meaning: RuleMeaning, isNegated: Bool, writtenAs rule: String, at range: Range<Int>
  ) -> FormulaDraft {
    let required: [(constraint: Constraint, isNegated: Bool)]
    switch meaning {
    case .constant(let value): return FormulaDraft(Formulas.id(of: value != isNegated))
    case .all(let constraints): required = constraints
    case .inexpressible:
      let unknown = "a manifest cannot express the rule \(rule); the result of the rule is unknown"
      let slug = Slug.of(rule)
      // A subject alone, such as of `app.id == ''`, is the id of its own attribute.
      let id = rule.hasPrefix(slug + " ") ? slug + "-2" : slug
      required = [(isTrue(id, rule, .inexpressibleRule, unknown, at: range), false)]
    }
    let operands = required.map { constraint, isExcluded in
      let (formula, negation) = formulas.ids(of: constraint, isNegated: isExcluded)
      return FormulaDraft(isNegated ? negation : formula)
    }
    return .join(isNegated ? .any : .all, operands, in: &formulas)
  }

  // MARK: Conditions and parameters

  func addCondition(_ name: String, _ formula: FormulaDraft) {
    let formula = add("remote.when.\(Slug.of(name))", name, nil, formula)
    references.append(
      formula <= Formulas.trueID
        ? (formula, Formulas.id(of: formula == Formulas.falseID))
        : formulas.ids(of: .condition(references.count)))
  }

  @discardableResult private func add(
    _ id: String, _ name: String, _ description: String?, _ formula: FormulaDraft
  ) -> Formulas.ID {
    let formula = formulas.shallow(formula.id(in: &formulas))
    let number = conditionIDs.insert("\(conditions.count)", wanted: id).index
    let id = conditionIDs.ids[number]
    var condition = formulas.condition(formula)
    if formula <= Formulas.trueID {
      // A manifest has no constants.
      let bucket = bucketIDs.insert(id, wanted: id).index
      let percent: Percent = formula == Formulas.trueID ? .hundred : .zero
      condition = Condition([.rollout(RolloutRequirement(percent: percent, bucket: bucket))])
    }
    conditions.append(
      ConditionDeclaration(id: id, name: name, description: description, is: condition))
    return formula
  }

  /// A value that the template lacks. The formula is true where the value is true.
  private typealias Served = (value: ExternalValue, formula: Formulas.ID)

  func add(_ parameter: RemoteConfigParameter) {
    let key = parameter.key
    let reachable = reachableValues(of: parameter)
    var served: [Served] = []
    for case .served(let value, let range) in reachable.map(\.value)
    where !served.contains(where: { $0.value == value }) {
      let name = value.displayName
      let unknown = "the template does not show the \(name) of '\(key)'; this value is unknown"
      let constraint = isTrue(
        "remote.\(key).\(value.rawValue)", "\(key): \(name)", .servedValue, unknown, at: range)
      served.append((value, formulas.ids(of: constraint).formula))
    }
    let description = parameter.description.flatMap { $0.isEmpty ? nil : $0 }
    add("remote.\(key)", key, description, formula(of: reachable, served[...], []))
  }

  /// The values that the parameter can have, in order of priority. Without a value whose condition
  /// is never true, and without those after a condition that is always true.
  private func reachableValues(
    of parameter: RemoteConfigParameter
  ) -> [(condition: Formulas.ID, negation: Formulas.ID, value: RemoteConfigValue)] {
    var values = parameter.conditionalValues.map { condition, value in
      (references[condition].formula, references[condition].negation, value)
    }.filter { $0.0 != Formulas.falseID }
    values.append((Formulas.trueID, Formulas.falseID, parameter.defaultValue))
    let last = values.firstIndex { $0.0 == Formulas.trueID } ?? 0
    return Array(values[...last])
  }

  /// A formula that is true exactly where the parameter is. For a value v that the template lacks:
  /// "F or (v and T)", with F and T for v false and true, so that the result is known whenever all
  /// possible values are equal.
  /// - Parameters:
  /// - values: The parameter's values with their conditions, in order.
  /// - unset: Values that the template lacks, not yet assumed to be true or false.
  /// - true: Missing values assumed to be true. All others are assumed to be false.
  private func formula(
    of values: [(condition: Formulas.ID, negation: Formulas.ID, value: RemoteConfigValue)],
    _ unset: ArraySlice<Served>, _ true: [ExternalValue]
  ) -> FormulaDraft {
    if let first = unset.first {
      let ifFalse = formula(of: values, unset.dropFirst(), `true`)
      let ifTrue = formula(of: values, unset.dropFirst(), `true` + [first.value])
      let product = FormulaDraft.join(.all, [FormulaDraft(first.formula), ifTrue], in: &formulas)
      return .join(.any, [ifFalse, product], in: &formulas)
    }
    // The first satisfied condition decides, each of which occurs once: "a or not a" would be unknown with a.
    var rest = FormulaDraft(Formulas.falseID)
    for (condition, negation, value) in values.reversed() {
      let isTrue =
        switch value {
        case .text: value.bool == true
        case .served(let served, _): `true`.contains(served)
        }
      rest = .join(
        isTrue ? .any : .all, [FormulaDraft(isTrue ? condition : negation), consume rest],
        in: &formulas)
    }
    return rest
  }
}

enum Slug {
  /// `Beta-users` for `Beta users!`: runs of invalid characters become one `-`. None is at the
  /// ends; the result can be empty.
  static func of(_ name: String) -> String {
    let words = name.unicodeScalars.split { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": false
      default: true
      }
    }
    let slug = words.map { String($0) }.joined(separator: "-").drop { $0 == "-" }
    return String(slug.reversed().drop { $0 == "-" }.reversed())
  }
}

/// Ids without duplicates. Adds `-2`, `-3`, … where the wanted id is taken.
struct UniqueIDs {
  private var keys = NameIndex()
  private var taken = NameIndex()

  var ids: [String] { taken.names }

  mutating func insert(_ key: String, wanted: String) -> (index: Int, isNew: Bool) {
    let (index, isNew) = keys.insert(key)
    var (id, number) = (wanted, 1)
    while isNew, !taken.insert(id).isNew {
      number += 1
      id = "\(wanted)-\(number)"
    }
    return (index, isNew)
  }
}
