package import FlintCore
package import FlintText

/// `constraints` of features and of conditional blocks.
extension ManifestReader {
  /// What one feature says wherever it says it.
  struct FeatureFacts {
    var toggleDefault: Bool?
  }

  private struct ConstraintFields {
    var platforms: JSONValue?
    var appVersion: JSONValue?
    var runtimeEnabled: JSONValue?
    var userToggled: JSONValue?
    var permissions: JSONValue?
    var purchases: JSONValue?
    var attributes: JSONValue?
    var conditional: (key: JSONValue, value: JSONValue)?
    /// No key is there, but perhaps the author's own.
    var isEmpty = true

    /// How many constraints there are at most, but for platforms that an `Only` key adds.
    var expectedCount: Int {
      var count = [platforms, permissions, purchases, attributes].reduce(0) {
        $0 + ($1?.count ?? 0)
      }
      for single in [appVersion, runtimeEnabled, userToggled] where single != nil { count += 1 }
      return count
    }
  }

  /// The `constraints` of a feature with its conditional blocks.
  mutating func readConstraints(
    of feature: JSONValue
  ) -> (constraints: [Constraint], conditional: [ConditionalBlock]) {
    guard problems.isObject(feature, "'constraints'") else { return ([], []) }
    let fields = constraintFields(feature)
    var facts = FeatureFacts()
    let constraints = read(fields, &facts)
    guard let (_, list) = fields.conditional, problems.isArray(list, "'conditional'") else {
      return (constraints, [])
    }
    var blocks: [ConditionalBlock] = []
    for element in list.elements {
      if let block = readBlock(element, &facts) { blocks.append(block) }
    }
    return (constraints, blocks)
  }

  private mutating func readBlock(
    _ value: JSONValue, _ facts: inout FeatureFacts
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
    let guardian = condition.flatMap { readGuard($0) }
    let constraints = body.flatMap { readBody($0, &facts) }
    guard let guardian, let constraints else { return nil }
    return ConditionalBlock(when: guardian, constraints: constraints)
  }

  private mutating func readBody(
    _ value: JSONValue, _ facts: inout FeatureFacts
  ) -> [Constraint]? {
    guard problems.isObject(value, "'constraints'") else { return nil }
    let fields = constraintFields(value)
    if fields.isEmpty {
      problems.add(.empty(subject: "'constraints' of a conditional block"), at: value)
    }
    if let key = fields.conditional?.key { problems.add(.nestedConditional, at: key) }
    return read(fields, &facts)
  }

  private mutating func readGuard(_ value: JSONValue) -> Condition? {
    guard problems.isObject(value, "'when'") else { return nil }
    var namesNothing = true
    var platforms: [(platform: Platform, versions: VersionRange?)] = []
    var appVersion: VersionRange?
    var required: [AttributeRequirement] = []
    for (key, member) in value.members {
      var isOurs = true
      switch GuardKey(key: key) {
      case .platforms: platforms = problems.guardPlatforms(member)
      case .appVersion: appVersion = problems.versionRange(member, "'appVersion'")
      case .attributes:
        required = problems.attributeRequirements(member, attributes)
        if member.kind == .object, member.count == 0 {
          problems.add(.empty(subject: "'attributes' in 'when'"), at: member)
        }
      case nil: isOurs = problems.unknownKey(key, in: "'when'", allowed: GuardKey.allCases)
      }
      if isOurs { namesNothing = false }
    }
    if namesNothing { problems.add(.empty(subject: "'when'"), at: value) }
    var constraints: [Constraint] = []
    if !platforms.isEmpty {
      constraints.append(.platforms(platforms.map { SupportedPlatform($0.platform, $0.versions) }))
    }
    if let appVersion { constraints.append(.appVersion(appVersion)) }
    constraints += required.map { .attribute($0) }
    return Condition(constraints)
  }

  // MARK: Kinds of constraints

  private mutating func constraintFields(_ value: JSONValue) -> ConstraintFields {
    var fields = ConstraintFields()
    for (key, member) in value.members {
      switch ConstraintKey(key: key) {
      case .platforms: fields.platforms = member
      case .appVersion: fields.appVersion = member
      case .runtimeEnabled: fields.runtimeEnabled = member
      case .userToggled: fields.userToggled = member
      case .permissions: fields.permissions = member
      case .purchases: fields.purchases = member
      case .attributes: fields.attributes = member
      case .conditional: fields.conditional = (key, member)
      case nil:
        let isUnknown = problems.unknownKey(
          key, in: "'constraints'", allowed: ConstraintKey.allCases)
        if !isUnknown { continue }
      }
      fields.isEmpty = false
    }
    return fields
  }

  /// In the order in which constraints are listed, whatever the order of the keys.
  private mutating func read(
    _ fields: ConstraintFields, _ facts: inout FeatureFacts
  ) -> [Constraint] {
    var constraints: [Constraint] = []
    constraints.reserveCapacity(fields.expectedCount)
    if let value = fields.platforms { problems.readPlatforms(value, into: &constraints) }
    if let value = fields.appVersion, let range = problems.versionRange(value, "'appVersion'") {
      constraints.append(.appVersion(range))
    }
    if let value = fields.runtimeEnabled, readRuntimeEnabled(value) {
      constraints.append(.runtimeEnabled)
    }
    if let value = fields.userToggled, let isOn = readToggle(value, &facts) {
      constraints.append(.userToggled(defaultValue: isOn))
    }
    if let value = fields.permissions { readPermissions(value, into: &constraints) }
    if let value = fields.purchases {
      for purchase in problems.purchases(value, products) {
        constraints.append(.purchase(purchase))
      }
    }
    if let value = fields.attributes {
      for required in problems.attributeRequirements(value, attributes) {
        constraints.append(.attribute(required))
      }
    }
    return constraints
  }

  private mutating func readRuntimeEnabled(_ value: JSONValue) -> Bool {
    guard let isTrue = problems.bool(value, "'runtimeEnabled'") else { return false }
    if !isTrue { problems.add(.runtimeEnabledFalse, at: value) }
    return isTrue
  }

  private mutating func readToggle(_ value: JSONValue, _ facts: inout FeatureFacts) -> Bool? {
    guard problems.isObject(value, "'userToggled'") else { return nil }
    var written: JSONValue?
    for (key, member) in value.members {
      switch ToggleKey(key: key) {
      case .defaultValue: written = member
      case nil: problems.unknownKey(key, in: "'userToggled'", allowed: ToggleKey.allCases)
      }
    }
    guard let written else {
      problems.missingKey(ToggleKey.defaultValue, in: "'userToggled'", of: value)
      return nil
    }
    guard let isOn = problems.bool(written, "'defaultValue'") else { return nil }
    if let earlier = facts.toggleDefault, earlier != isOn {
      problems.add(.conflictingDefault(isOn), at: written)
    }
    facts.toggleDefault = facts.toggleDefault ?? isOn
    return isOn
  }

  private mutating func readPermissions(_ list: JSONValue, into constraints: inout [Constraint]) {
    guard problems.isArray(list, "'permissions'") else { return }
    var seen: UInt32 = 0
    for element in list.elements {
      guard problems.expect(.string, element, "a permission", as: .string),
        let permission = problems.permission(element)
      else { continue }
      let bit: UInt32 = 1 << UInt32(permission.rawValue)
      if seen & bit == 0 {
        constraints.append(.permission(PermissionRequirement(permission)))
      } else {
        problems.add(.duplicateConstraint("permission:" + permission.name), at: element)
      }
      seen |= bit
    }
  }
}

extension InputProblems {
  /// The permission that a string names.
  package mutating func permission(_ value: JSONValue) -> SystemPermission? {
    if let number = PermissionNames.index.index(of: value) {
      return SystemPermission(rawValue: UInt8(number))
    }
    let text = value.string ?? ""
    let names = PermissionNames.index.names
    add(.unknownPermission(text, nearest: nearest(to: text, among: names)), at: value)
    return nil
  }
}

private enum PermissionNames {
  // INVARIANT: a permission's place among all cases is its raw value.
  static let index = NameIndex(SystemPermission.allCases.map(\.name))
}
