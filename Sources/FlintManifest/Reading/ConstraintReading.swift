/// The keys allowed in an object with constraints, depending on its place.
struct ConditionContext {
  /// Kinds of conditions. Raw values are their names in messages.
  enum Kind: String {
    case guarding = "'when'"
    case named = "a named condition"
    case assumed = "an assumption"
    case negated = "a 'not'"
  }

  /// Whether this is a condition, in which nothing may be empty.
  var isCondition = false
  /// Set in named conditions and assumptions, which belong to no feature. Runtime flags and toggles
  /// are then errors.
  var unowned: Kind?
  /// Set in conditions that cannot have consumables. Credits could unlock no feature there.
  var consumables: Kind?
  var depth = 0
  /// The name of the object in messages.
  var name = "'constraints'"

  static func condition(_ kind: Kind) -> ConditionContext {
    let isUnowned = kind == .named || kind == .assumed
    return ConditionContext(
      isCondition: true, unowned: isUnowned ? kind : nil, consumables: kind, depth: 1)
  }

  func inside(negated: Bool) -> ConditionContext {
    ConditionContext(
      isCondition: true, unowned: unowned, consumables: consumables ?? (negated ? .negated : nil),
      depth: depth + 1)
  }

  var form: ObjectGrammar {
    unowned != nil ? .namedCondition : isCondition ? .conditionalConstraints : .constraints
  }
}

extension ManifestReader {
  /// Facts about the feature whose constraints are read. All its `userToggled` must have the
  /// first one's default.
  struct FeatureContext {
    var id: JSONValue?
    var toggleDefault: Bool?
  }

  mutating func readConstraints(
    of feature: JSONValue, _ facts: inout FeatureContext
  ) -> (constraints: [Constraint], conditional: [ConditionalBlock]) {
    guard problems.isObject(feature, "'constraints'") else { return ([], []) }
    let constraints = read(feature, ConditionContext(), &facts)
    guard let list = feature.member("conditional"),
      problems.isArray(list, "'conditional'", takesObjects: true)
    else { return (constraints, []) }
    return (constraints, list.elements.compactMap { readBlock($0, &facts) })
  }

  private mutating func readBlock(
    _ value: JSONValue, _ facts: inout FeatureContext
  ) -> ConditionalBlock? {
    guard problems.isObject(value, .block) else { return nil }
    let condition = value.member("when").flatMap {
      readCondition($0, "'when'", .condition(.guarding), &facts)
    }
    let constraints = value.member("constraints").flatMap { readBody($0, &facts) }
    guard let condition, let constraints else { return nil }
    return ConditionalBlock(when: condition, constraints: constraints)
  }

  private mutating func readBody(
    _ value: JSONValue, _ facts: inout FeatureContext
  ) -> [Constraint]? {
    guard problems.isObject(value, "'constraints'") else { return nil }
    if let nested = value.key("conditional") {
      problems.add(
        .nestedConditional, "'conditional' is not allowed inside a conditional block",
        hint: "combine the conditions of both blocks in one 'when'", at: nested)
    }
    return read(
      value, ConditionContext(), &facts, ifEmpty: "'constraints' of a conditional block")
  }

  /// Reads a condition that is at most 64 levels deep.
  mutating func readCondition(
    _ value: JSONValue, _ subject: String, _ context: ConditionContext,
    _ facts: inout FeatureContext
  ) -> Condition? {
    guard isCondition(value, subject) else { return nil }
    var context = context
    context.name = subject
    if context.depth > 64 {
      problems.add(.nestedTooDeep, "conditions are nested more than 64 levels deep", at: value)
      return nil
    }
    return Condition(read(value, context, &facts, ifEmpty: subject))
  }

  // MARK: Keys

  /// - Parameter subject: The object's name in messages if it has no keys. Extension keys do not
  ///   count. Nil if the object may be empty.
  private mutating func read(
    _ object: JSONValue, _ context: ConditionContext, _ facts: inout FeatureContext,
    ifEmpty subject: String? = nil
  ) -> [Constraint] {
    var values = [JSONValue?](repeating: nil, count: ConstraintKind.written.count)
    var isEmpty = true
    for (key, member) in object.members {
      if let position = ConstraintKind.position(of: key) {
        let kind = ConstraintKind.written[position]
        values[position] = values[position] ?? member
        if let unowned = context.unowned, kind.traits.isOfFeature {
          problems.add(
            .unexpectedKey,
            "'\(kind.key)' is not allowed in \(unowned.rawValue), which belongs to no feature",
            at: key)
        }
      } else if key.equals("conditional") {
        if context.isCondition {
          problems.add(
            .nestedConditional, "'conditional' is not allowed in a condition",
            hint: "combine the condition 'when' and the constraints with 'allOf' or 'anyOf'",
            at: key)
        }
      } else if !noteUnknown(key, member, context) {
        continue
      }
      isEmpty = false
    }
    if isEmpty, let subject { problems.add(.empty(subject), at: object) }
    var constraints: [Constraint] = []
    for (kind, value) in zip(ConstraintKind.written, values) {
      if let value { read(kind, value, context, &facts, into: &constraints) }
    }
    return constraints
  }

  private mutating func read(
    _ kind: ConstraintKind, _ value: JSONValue, _ context: ConditionContext,
    _ facts: inout FeatureContext, into constraints: inout [Constraint]
  ) {
    if context.isCondition, kind.traits.layout.isRepeatable, value.isEmptyContainer,
      kind != .permission || value.kind == .array
    {
      problems.add(.empty("'\(kind.key)' in \(context.name)"), at: value)
    }
    switch kind {
    case .platform, .platforms:
      guard context.isCondition else { return problems.readPlatforms(value, into: &constraints) }
      let platforms = problems.supportedPlatforms(value)
      if !platforms.isEmpty { constraints.append(.platforms(platforms)) }
    case .device(let fact):
      if let requirement = problems.requirement(on: fact, value) {
        constraints.append(.device(requirement))
      }
    case .runtimeEnabled: if readRuntimeEnabled(value) { constraints.append(.runtimeEnabled) }
    case .userToggled:
      if let isOn = readToggle(value, &facts) {
        constraints.append(.userToggled(defaultValue: isOn))
      }
    case .permission: problems.readPermissions(value, into: &constraints)
    case .purchase:
      constraints += problems.purchases(value, products, refusing: context.consumables)
        .map { .purchase($0) }
    case .attribute:
      constraints += problems.attributeRequirements(value, attributes).map { .attribute($0) }
    case .rollout:
      if let rollout = readRollout(value, context, facts) { constraints.append(.rollout(rollout)) }
    case .feature, .condition: constraints += readReferences(value, kind)
    case .allOf, .anyOf:
      if let operands = readOperands(value, "'\(kind.key)'", context, &facts) {
        constraints.append(kind == .allOf ? .allOf(operands) : .anyOf(operands))
      }
    case .not:
      if let operand = readCondition(value, "'not'", context.inside(negated: true), &facts) {
        constraints.append(.not(operand))
      }
    }
  }

  // MARK: Combinations and references

  private mutating func readReferences(
    _ list: JSONValue, _ kind: ConstraintKind
  ) -> [Constraint] {
    guard problems.isArray(list, "'\(kind.key)'") else { return [] }
    let declared: NameKind = kind == .feature ? .feature : .condition
    let names = kind == .feature ? allFeatures() : conditionNames
    var found = DistinctList<Constraint>()
    for element in list.elements where problems.expect(.string, element, "the id of a \(declared)")
    {
      guard let index = problems.index(of: element, in: names, declared) else { continue }
      let constraint: Constraint = kind == .feature ? .feature(index) : .condition(index)
      if found.append(constraint), let target = constraint.target {
        references.append(
          Reference(from: owner, to: target, index: element.index, range: element.range))
      } else {
        problems.add(.duplicateConstraint("\(declared):\(names.names[index])"), at: element)
      }
    }
    return found.elements
  }

  private mutating func readOperands(
    _ list: JSONValue, _ subject: String, _ context: ConditionContext, _ facts: inout FeatureContext
  ) -> [Condition]? {
    guard isOperandList(list, subject) else { return nil }
    if list.count == 0 { problems.add(.empty(subject), at: list) }
    var operands: [Condition] = []
    var seen: Set<[UInt8]> = []
    let inside = context.inside(negated: false)
    for element in list.elements {
      if let operand = readCondition(element, "a condition", inside, &facts) {
        operands.append(operand)
      }
      if list.count > 1, !seen.insert(element.canonicalBytes).inserted {
        problems.add(.duplicateValue, "the same condition occurs twice in \(subject)", at: element)
      }
    }
    return operands.isEmpty ? nil : operands
  }

  // MARK: Switches and rollouts

  /// Reads `{ "percent": 10, "bucket": "ai" }`. The default bucket is the feature's id.
  private mutating func readRollout(
    _ value: JSONValue, _ context: ConditionContext, _ facts: FeatureContext
  ) -> RolloutRequirement? {
    guard value.kind == .object else {
      problems.addPlainRollout(value, needsBucket: context.unowned != nil)
      return nil
    }
    problems.check(value, .rollout)
    var name: String?
    if let bucket = value.member("bucket") {
      name = problems.string(bucket, "'bucket'")
      if let name, !isIdentifier(name) { problems.add(.invalidID(name, of: .bucket), at: bucket) }
    } else if let unowned = context.unowned {
      problems.add(
        Diagnostic(
          .missingKey, "'rollout' in \(unowned.rawValue) has no 'bucket'",
          hint:
            "add a 'bucket'; only a rollout in a feature has a default bucket, the feature's id"),
        atStartOf: value)
    } else {
      name = facts.id?.string
    }
    let number = name.map { buckets.insert($0).index }
    let share = value.member("percent").flatMap {
      problems.percent($0, "'percent'", isAssigned: false)
    }
    guard let number, let share else { return nil }
    return RolloutRequirement(percent: share, bucket: number)
  }

  private mutating func readRuntimeEnabled(_ value: JSONValue) -> Bool {
    guard let isTrue = problems.bool(value, "'runtimeEnabled'") else { return false }
    if !isTrue {
      problems.add(
        .unknownValue, "'runtimeEnabled' is false; expected true or no such key",
        hint: "to disable the feature by default, set its 'isEnabled' to false", at: value)
    }
    return isTrue
  }

  /// Reads `{ "defaultValue": true }`. All toggles of the feature must have the same value.
  private mutating func readToggle(_ value: JSONValue, _ facts: inout FeatureContext) -> Bool? {
    guard value.kind == .object else {
      let isOn = value.bool.map { "\($0)" } ?? value.string.flatMap(Synonyms.boolean) ?? "true"
      problems.addWrongType(
        value, "'userToggled'", "an object", write: "{ \"defaultValue\": \(isOn) }")
      return nil
    }
    problems.check(value, .toggle)
    guard let written = value.member("defaultValue"),
      let isOn = problems.bool(written, "'defaultValue'")
    else { return nil }
    if let earlier = facts.toggleDefault, earlier != isOn {
      problems.add(
        .conflictingDefault,
        "'defaultValue' is \(isOn) here and \(!isOn) elsewhere in the feature", at: written)
    }
    facts.toggleDefault = facts.toggleDefault ?? isOn
    return isOn
  }
}
