import FlintModel
import FlintText

extension ManifestReader {
  /// All `userToggled` of a feature must have the first one's default.
  struct FeatureContext {
    var id: JSONValue?
    var toggleDefault: Bool?
  }

  /// Which keys and values the object being read can have.
  struct ConditionContext {
    /// Nothing in a condition may be empty.
    var isCondition = false
    /// Inside these, constraints on a feature's own switches are errors.
    var unowned: InputProblem.ConditionKind?
    /// The surrounding condition that forbids consumables; nil if allowed.
    var consumables: InputProblem.ConditionKind?
    var depth = 0
    /// In messages.
    var name = "'constraints'"

    static let constraints = ConditionContext()

    static func condition(_ kind: InputProblem.ConditionKind) -> ConditionContext {
      let isUnowned = kind == .named || kind == .assumed
      return ConditionContext(
        isCondition: true, unowned: isUnowned ? kind : nil, consumables: kind, depth: 1)
    }

    func inside(negated: Bool) -> ConditionContext {
      ConditionContext(
        isCondition: true, unowned: unowned, consumables: consumables ?? (negated ? .negated : nil),
        depth: depth + 1)
    }

    var allowed: [ConstraintKey] {
      unowned != nil
        ? ConstraintKey.inNamedConditions
        : isCondition ? ConstraintKey.inConditions : ConstraintKey.allCases
    }
  }

  private struct ConstraintFields {
    /// In the file's order, without unknown and extension keys. `position` is in
    /// ``ConstraintKey/allCases``.
    var members: [(position: Int, key: ConstraintKey, name: JSONValue, value: JSONValue)] = []
    /// Extension keys aside.
    var isEmpty = true
    /// To reserve memory; `iOSOnly` adds more.
    var expectedCount = 0
  }

  mutating func readConstraints(
    of feature: JSONValue, _ facts: inout FeatureContext
  ) -> (constraints: [Constraint], conditional: [ConditionalBlock]) {
    guard problems.isObject(feature, "'constraints'") else { return ([], []) }
    let fields = constraintFields(feature, .constraints)
    let constraints = read(fields, .constraints, &facts)
    guard let list = fields.members.last(where: { $0.key == .conditional })?.value,
      problems.isArray(list, "'conditional'", takesObjects: true)
    else {
      return (constraints, [])
    }
    var blocks: [ConditionalBlock] = []
    for element in list.elements {
      if let block = readBlock(element, &facts) { blocks.append(block) }
    }
    return (constraints, blocks)
  }

  private mutating func readBlock(
    _ value: JSONValue, _ facts: inout FeatureContext
  ) -> ConditionalBlock? {
    guard problems.isObject(value, "a conditional block") else { return nil }
    var condition: JSONValue?
    var body: JSONValue?
    for (key, member) in value.members {
      switch BlockKey(key: key) {
      case .when: condition = member
      case .constraints: body = member
      case nil: problems.unknownKey(key, in: "a conditional block", allowed: BlockKey.allCases)
      }
    }
    if condition == nil { problems.missingKey(BlockKey.when, in: "a conditional block", of: value) }
    if body == nil {
      problems.missingKey(BlockKey.constraints, in: "a conditional block", of: value)
    }
    let readCondition = condition.flatMap {
      self.readCondition($0, "'when'", .condition(.guarding), &facts)
    }
    let constraints = body.flatMap { readBody($0, &facts) }
    guard let readCondition, let constraints else { return nil }
    return ConditionalBlock(when: readCondition, constraints: constraints)
  }

  private mutating func readBody(
    _ value: JSONValue, _ facts: inout FeatureContext
  ) -> [Constraint]? {
    guard problems.isObject(value, "'constraints'") else { return nil }
    let fields = constraintFields(value, .constraints)
    if fields.isEmpty {
      problems.add(.empty(subject: "'constraints' of a conditional block"), at: value)
    }
    if let nested = fields.members.last(where: { $0.key == .conditional }) {
      problems.add(.nestedConditional, at: nested.name)
    }
    return read(fields, .constraints, &facts)
  }

  /// At most 64 levels deep.
  mutating func readCondition(
    _ value: JSONValue, _ subject: String, _ context: ConditionContext,
    _ facts: inout FeatureContext
  ) -> Condition? {
    guard isCondition(value, subject) else { return nil }
    var context = context
    context.name = subject
    if context.depth > 64 {
      problems.add(.nestedTooDeep, at: value)
      return nil
    }
    let fields = constraintFields(value, context)
    if fields.isEmpty { problems.add(.empty(subject: subject), at: value) }
    return Condition(read(fields, context, &facts))
  }

  // MARK: Keys

  private mutating func constraintFields(
    _ value: JSONValue, _ context: ConditionContext
  ) -> ConstraintFields {
    var fields = ConstraintFields()
    fields.members.reserveCapacity(value.count)
    for (name, member) in value.members {
      if let position = ConstraintKey.position(of: name) {
        let key = ConstraintKey.allCases[position]
        if key.isOfFeature, let unowned = context.unowned {
          problems.add(.ofFeaturesOnly(key.name, in: unowned), at: name)
        }
        if key == .conditional, context.isCondition {
          problems.add(.conditionalInCondition, at: name)
        } else {
          fields.members.append((position, key, name, member))
        }
        fields.expectedCount += key.constraintCount(in: member)
      } else if !noteUnknown(name, member, context) {
        continue
      }
      fields.isEmpty = false
    }
    return fields
  }

  private mutating func read(
    _ fields: ConstraintFields, _ context: ConditionContext, _ facts: inout FeatureContext
  ) -> [Constraint] {
    var constraints: [Constraint] = []
    constraints.reserveCapacity(fields.expectedCount)
    for (position, key) in ConstraintKey.inConditions.enumerated() {
      if let kind = key.kind,
        let value = fields.members.last(where: { $0.position == position })?.value
      {
        read(kind, value, context, &facts, into: &constraints)
      }
    }
    return constraints
  }

  private mutating func read(
    _ kind: ConstraintKind, _ value: JSONValue, _ context: ConditionContext,
    _ facts: inout FeatureContext, into constraints: inout [Constraint]
  ) {
    switch kind {
    case .platform, .platforms: readPlatforms(value, context, into: &constraints)
    case .device(let fact):
      if let requirement = problems.requirement(on: fact, value) {
        constraints.append(.requirement(.device(requirement)))
      }
    case .runtimeEnabled: if readRuntimeEnabled(value) { constraints.append(.runtimeEnabled) }
    case .userToggled:
      if let isOn = readToggle(value, &facts) {
        constraints.append(.userToggled(defaultValue: isOn))
      }
    case .permission: readPermissions(value, context, into: &constraints)
    case .purchase: readPurchases(value, context, into: &constraints)
    case .attribute:
      reportEmpty(value, "'attributes'", context)
      for required in problems.attributeRequirements(value, attributes) {
        constraints.append(.attribute(required))
      }
    case .rollout:
      if let rollout = readRollout(value, context, facts) { constraints.append(.rollout(rollout)) }
    case .feature: readNeededFeatures(value, context, into: &constraints)
    case .condition: readNeededConditions(value, context, into: &constraints)
    case .allOf:
      if let operands = readOperands(value, "'allOf'", context, &facts) {
        constraints.append(.allOf(operands))
      }
    case .anyOf:
      if let operands = readOperands(value, "'anyOf'", context, &facts) {
        constraints.append(.anyOf(operands))
      }
    case .not:
      if let operand = readCondition(value, "'not'", context.inside(negated: true), &facts) {
        constraints.append(.not(operand))
      }
    }
  }

  mutating func reportEmpty(_ value: JSONValue, _ subject: String, _ context: ConditionContext) {
    guard context.isCondition, value.isEmptyContainer else { return }
    problems.add(.empty(subject: "\(subject) in \(context.name)"), at: value)
  }

  // MARK: Kinds of constraints

  private mutating func readPlatforms(
    _ value: JSONValue, _ context: ConditionContext, into constraints: inout [Constraint]
  ) {
    guard context.isCondition else {
      return problems.readPlatforms(value, into: &constraints)
    }
    reportEmpty(value, "'platforms'", context)
    let platforms = problems.supportedPlatforms(value)
    if !platforms.isEmpty { constraints.append(.platforms(platforms)) }
  }

  private mutating func readPurchases(
    _ list: JSONValue, _ context: ConditionContext, into constraints: inout [Constraint]
  ) {
    reportEmpty(list, "'purchases'", context)
    for purchase in problems.purchases(list, products, refusing: context.consumables) {
      constraints.append(.purchase(purchase))
    }
  }

  // MARK: Combinations and references

  private mutating func readNeededFeatures(
    _ list: JSONValue, _ context: ConditionContext, into constraints: inout [Constraint]
  ) {
    reportEmpty(list, "'features'", context)
    for (index, element) in readReferences(list, "'features'", allFeatures(), .feature) {
      constraints.append(.feature(index))
      references.append(Reference(from: owner, to: .feature(index), range: element.range))
    }
  }

  private mutating func readNeededConditions(
    _ list: JSONValue, _ context: ConditionContext, into constraints: inout [Constraint]
  ) {
    reportEmpty(list, "'conditions'", context)
    for (index, element) in readReferences(list, "'conditions'", conditionNames, .condition) {
      constraints.append(.condition(index))
      references.append(Reference(from: owner, to: .condition(index), range: element.range))
    }
  }

  private mutating func readReferences(
    _ list: JSONValue, _ subject: String, _ names: NameIndex, _ declared: InputProblem.EntityKind
  ) -> [(Int, JSONValue)] {
    guard problems.isArray(list, subject) else { return [] }
    var seen: Set<Int> = []
    var found: [(Int, JSONValue)] = []
    for element in list.elements
    where problems.expect(.string, element, "the id of a \(declared.prose)", as: .string) {
      guard let index = problems.index(of: element, in: names, declared) else { continue }
      if seen.insert(index).inserted {
        found.append((index, element))
      } else {
        problems.add(
          .duplicateConstraint("\(declared.prose):\(names.names[index])"), at: element)
      }
    }
    return found
  }

  private mutating func readOperands(
    _ list: JSONValue, _ subject: String, _ context: ConditionContext, _ facts: inout FeatureContext
  ) -> [Condition]? {
    guard isOperandList(list, subject) else { return nil }
    if list.count == 0 { problems.add(.empty(subject: subject), at: list) }
    var operands: [Condition] = []
    operands.reserveCapacity(list.count)
    var seen: Set<[UInt8]> = []
    let inside = context.inside(negated: false)
    for element in list.elements {
      if let operand = readCondition(element, "a condition", inside, &facts) {
        operands.append(operand)
      }
      if list.count > 1, !seen.insert(element.canonicalBytes).inserted {
        problems.add(.duplicateCondition(in: subject), at: element)
      }
    }
    return operands.isEmpty ? nil : operands
  }
}

extension ManifestReader {
  /// `{ "percent": 10, "bucket": "ai" }`; the feature's id is the default bucket.
  mutating func readRollout(
    _ value: JSONValue, _ context: ConditionContext, _ facts: FeatureContext
  ) -> RolloutRequirement? {
    guard value.kind == .object else {
      problems.plainRollout(value, needsBucket: context.unowned != nil)
      return nil
    }
    var (percent, bucket): (JSONValue?, JSONValue?)
    for (key, _, member) in problems.members(of: value, in: "'rollout'", as: RolloutKey.self) {
      switch key {
      case .percent: percent = member
      case .bucket: bucket = member
      }
    }
    var name: String?
    if let bucket {
      name = problems.string(bucket, "'bucket'")
      if let name, !isIdentifier(name) { problems.add(.invalidID(name, of: .bucket), at: bucket) }
    } else if let unowned = context.unowned {
      problems.add(.missingBucket(in: unowned), atStartOf: value)
    } else {
      name = facts.id?.string
    }
    let number = name.map { buckets.insert($0).index }
    let share = percent.flatMap { problems.percent($0, "'percent'", isAssigned: false) }
    guard let number, let share else { return nil }
    return RolloutRequirement(percent: share, bucket: number)
  }
}

extension ManifestReader {
  mutating func readRuntimeEnabled(_ value: JSONValue) -> Bool {
    guard let isTrue = problems.bool(value, "'runtimeEnabled'") else { return false }
    if !isTrue { problems.add(.runtimeEnabledFalse, at: value) }
    return isTrue
  }

  /// `{ "defaultValue": true }`, with the same value wherever the feature has it.
  mutating func readToggle(_ value: JSONValue, _ facts: inout FeatureContext) -> Bool? {
    guard value.kind == .object else {
      let isOn = value.bool.map { "\($0)" } ?? value.string.flatMap(Synonyms.boolean) ?? "true"
      problems.addWrongType(
        value, "'userToggled'", .object, write: "{ \"defaultValue\": \(isOn) }")
      return nil
    }
    let members = problems.members(of: value, in: "'userToggled'", as: ToggleKey.self)
    guard let written = members.last?.value, let isOn = problems.bool(written, "'defaultValue'")
    else { return nil }
    if let earlier = facts.toggleDefault, earlier != isOn {
      problems.add(.conflictingDefault(isOn), at: written)
    }
    facts.toggleDefault = facts.toggleDefault ?? isOn
    return isOn
  }
}
