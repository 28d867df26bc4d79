extension ScenarioReader {
  mutating func readStep(_ value: JSONValue) -> Scenario.Step? {
    guard problems.isObject(value, "a step") else { return nil }
    var (action, expectation): (StepAction?, JSONValue?)
    var first: StepKey?
    for (key, member) in value.members {
      switch StepKey(name: key.string ?? "") {
      case .expect: expectation = member
      case let name?:
        if let first {
          problems.add(.unexpectedKey(name.name, besides: first.name), at: key)
        } else {
          first = name
          action = readAction(name, member)
        }
      case nil: problems.unknownKey(key, in: .step)
      }
    }
    if value.count == 0 {
      problems.add(.empty("a step"), at: value)
      return nil
    }
    let expected = expectation.flatMap { readExpectation($0, outcomes: first?.outcomes ?? []) }
    return Scenario.Step(action: action, expected: expected, range: value.range)
  }

  private mutating func readAction(_ key: StepKey, _ value: JSONValue) -> StepAction? {
    switch key {
    case .set: change(states.read(value)) { $0 = $1.applied(to: $0) }
    case .purchase: readBoughtProduct(value).map { .purchase($0) }
    case .refund: change(readBoughtProduct(value)) { $0.purchases[$1] = .status(.notPurchased) }
    case .unlock:
      change(readFeature(value)) { if !$0.unlocked.contains($1) { $0.unlocked.append($1) } }
    case .lock:
      change(readFeature(value)) { state, locked in state.unlocked.removeAll { $0 == locked } }
    case .enable: change(readFeature(value)) { $0.runtime[$1] = .yes }
    case .disable: change(readFeature(value)) { $0.runtime[$1] = .no }
    case .credits: readCredits(value)
    case .toggle: readToggle(value)
    case .override: readOverride(value)
    case .grant: change(readPermission(value)) { $0.setStatus(.authorized, of: $1) }
    case .deny: change(readPermission(value)) { $0.setStatus(.denied, of: $1) }
    case .restrict: change(readPermission(value)) { $0.setStatus(.restricted, of: $1) }
    case .advance: readAdvance(value)
    case .upgrade: readUpgrade(value)
    case .requestPermissions: readScript(value).map { .requestPermissions($0) }
    case .perform: readPerform(value)
    case .expect: nil
    }
  }

  // MARK: Ids

  mutating func readFeature(_ value: JSONValue) -> Int? {
    problems.expect(.string, value, "a feature") ? states.index(of: value, .feature) : nil
  }

  /// Reads a product's id. Reports a consumable, for which steps set credits.
  private mutating func readBoughtProduct(_ value: JSONValue) -> Int? {
    guard problems.expect(.string, value, "a product"),
      let product = states.index(of: value, .product)
    else { return nil }
    return isConsumable(product, at: value) ? nil : product
  }

  private mutating func isConsumable(_ product: Int, at value: JSONValue) -> Bool {
    guard manifest.products[product].type == .consumable else { return false }
    problems.add(.creditsExpected(manifest.products[product].id), at: value)
    return true
  }

  // MARK: Objects keyed by id

  private mutating func readCredits(_ value: JSONValue) -> StepAction? {
    guard problems.isObject(value, "'credits'") else { return nil }
    var held: [(Int, Int64)] = []
    for (key, member) in value.members {
      let product = states.index(of: key, .product)
      let credits = problems.integer(member, "credits", atLeast: 0)
      guard let product, let credits else { continue }
      if manifest.products[product].type == .consumable {
        held.append((product, credits))
      } else {
        problems.add(.statusExpected(manifest.products[product].id), at: key)
      }
    }
    return change(held) {
      for (product, credits) in $1 { $0.purchases[product] = .credits(credits) }
    }
  }

  private mutating func readToggle(_ value: JSONValue) -> StepAction? {
    guard problems.isObject(value, "'toggle'") else { return nil }
    let toggles = states.readMembers(of: value, .feature) { reader, _, isOn in
      reader.problems.bool(isOn, "a toggle")
    }
    return change(toggles) { $0.toggles.merge($1) { $1 } }
  }

  private mutating func readOverride(_ value: JSONValue) -> StepAction? {
    guard problems.isObject(value, "'override'") else { return nil }
    var overrides: [(Int, PurchaseStatus?)] = []
    for (key, member) in value.members {
      guard let product = states.index(of: key, .product),
        !isConsumable(product, at: key)
      else { continue }
      if member.kind == .null {
        overrides.append((product, nil))
      } else if let status = problems.value(
        member, of: "purchase status", among: PurchaseStatus.defaults)
      {
        overrides.append((product, status))
      }
    }
    return .override(overrides)
  }

  private mutating func readPermission(_ value: JSONValue) -> SystemPermission? {
    guard problems.expect(.string, value, "a permission") else { return nil }
    return problems.permission(value)
  }

  private mutating func readAdvance(_ value: JSONValue) -> StepAction? {
    guard let span = problems.timeSpan(value, "'advance'") else { return nil }
    if !span.description.hasPrefix("-") { return .advance(span) }
    problems.add(.invalidAdvance, "'\(span)' would move the date backwards", at: value)
    return nil
  }

  private mutating func readUpgrade(_ value: JSONValue) -> StepAction? {
    guard problems.isObject(value, .upgrade) else { return nil }
    if value.count == 0 { problems.add(.empty("'upgrade'"), at: value) }
    let os = value.member("osVersion").flatMap { problems.installedVersion($0, "'osVersion'") }
    let app = value.member("appVersion").flatMap { problems.installedVersion($0, "'appVersion'") }
    return change((os, app)) {
      $0.osVersion = $1.0 ?? $0.osVersion
      $0.appVersion = $1.1 ?? $0.appVersion
    }
  }

  // MARK: Permission requests and actions

  private mutating func readScript(_ value: JSONValue) -> AuthorisationScript? {
    guard problems.isObject(value, .requestPermissions) else { return nil }
    let feature = value.member("feature").flatMap { readFeature($0) }
    var script = AuthorisationScript()
    if let order = value.member("order") { script.order = readPermissions(order, "'order'") }
    if let skip = value.member("skip") { script.skip = readPermissions(skip, "'skip'") }
    if let last = value.member("cancelAt"), problems.expect(.string, last, "'cancelAt'") {
      script.cancelAt = problems.permission(last)
    }
    if let answers = value.member("answers") { script.answers = readAnswers(answers) }
    guard let feature else { return nil }
    script.feature = feature
    return script
  }

  private mutating func readPermissions(
    _ list: JSONValue, _ subject: String
  ) -> [SystemPermission] {
    guard problems.isArray(list, subject) else { return [] }
    var permissions: [SystemPermission] = []
    for element in list.elements
    where problems.expect(.string, element, "a permission") {
      guard let permission = problems.permission(element) else { continue }
      if permissions.contains(permission) {
        problems.add(.duplicateValue(permission.name, in: subject), at: element)
      } else {
        permissions.append(permission)
      }
    }
    return permissions
  }

  private mutating func readAnswers(_ value: JSONValue) -> SystemPermissionStatuses {
    var answers = SystemPermissionStatuses()
    guard problems.isObject(value, "'answers'") else { return answers }
    for (key, member) in value.members {
      let permission = problems.permission(key)
      let status = problems.value(
        member, of: "permission status",
        among: AuthorisationScript.answers.filter { permission?.allows($0) ?? true })
      if let permission, let status { answers[permission] = status }
    }
    return answers
  }

  private mutating func readPerform(_ value: JSONValue) -> StepAction? {
    guard problems.isObject(value, .perform) else { return nil }
    let action = value.member("action")
    let index = value.member("feature").flatMap { readFeature($0) }
    let name = action.flatMap { problems.string($0, "'action'") }
    guard let index, let name, let action else { return nil }
    let declared = manifest.features[index].actions
    if !declared.contains(name) {
      problems.addUndeclared(action, .action, among: declared)
    }
    return .perform(feature: index, action: name)
  }
}

private func change<Value: Sendable>(
  _ value: Value?, _ apply: @escaping @Sendable (inout DeviceState, Value) -> Void
) -> StepAction? {
  value.map { value in .change { apply(&$0, value) } }
}

/// The keys of a step: at most one action, perhaps an expectation.
enum StepKey: String, NamedCase {
  case set, purchase, refund, unlock, lock, enable, disable, credits, toggle, override
  case grant, deny, restrict, advance, upgrade
  case requestPermissions, perform, expect

  var grammar: Grammar {
    switch self {
    case .set: .state
    case .purchase, .refund: .of(.product)
    case .unlock, .lock, .enable, .disable: .of(.feature)
    case .credits: .map(from: .of(.product), to: .value(.credits))
    case .toggle: .map(from: .of(.feature), to: .boolean)
    case .override:
      .map(from: .of(.product), to: .orNull(.words(of: PurchaseStatus.defaults)))
        .described("A purchase status that a tester simulates; null ends the simulation")
    case .grant, .deny, .restrict: .of(.permission)
    case .advance: .value(.timeSpan)
    case .upgrade: .object(.upgrade).with(["minProperties": 1])
    case .requestPermissions: .object(.requestPermissions)
    case .perform: .object(.perform)
    // The action of the step determines the schema; see `expectationSchema`.
    case .expect: Self.expectation(outcomes: StepOutcome.allCases).withSchema(true)
    }
  }

  static let actions = allCases.filter { $0 != .expect }

  /// Outcomes that the action can have; empty for actions without one.
  var outcomes: [StepOutcome] {
    StepOutcome.allCases.filter { $0.action == self }
  }

  private static func expectation(outcomes: [StepOutcome]) -> Grammar {
    outcomes.isEmpty
      ? .expectations : .anyOf([.words(outcomes.map(\.rawValue)), .expectations])
  }

  private var expectationSchema: Schema {
    ["properties": [Self.expect.name: Self.expectation(outcomes: outcomes).schema]]
  }

  fileprivate static var atMostOneAction: KeyValuePairs<String, Schema> {
    let one = actions.map { Schema.requires($0.name) }
    return [
      "minProperties": 1,
      "oneOf": .array(one + [expect.expectationSchema.with(["not": ["anyOf": .array(one)]])]),
      "dependentSchemas": .object(actions.map { ($0.name, $0.expectationSchema) }),
    ]
  }
}

extension StepOutcome {
  fileprivate var action: StepKey {
    switch self {
    case .performed, .refused: .perform
    case .completed, .cancelled: .requestPermissions
    }
  }
}

extension ObjectGrammar {
  static let step = ObjectGrammar(
    "a step", members: StepKey.allCases.map { ($0.name, $0.grammar) })

  fileprivate static let upgrade = ObjectGrammar(
    "'upgrade'", ["osVersion": .installedVersion, "appVersion": .installedVersion])

  fileprivate static let requestPermissions = ObjectGrammar(
    "'requestPermissions'", requiring: ["feature"],
    [
      "feature": .of(.feature), "order": .set(of: .of(.permission)),
      "skip": .set(of: .of(.permission)), "cancelAt": .of(.permission),
      "answers": .byPermission(.words(of: AuthorisationScript.answers)),
    ])

  fileprivate static let perform = ObjectGrammar(
    "'perform'", requiring: ["feature", "action"],
    ["feature": .of(.feature), "action": .of(.action, in: .beside("feature"))])
}

extension Grammar {
  static let step = named("step") {
    .object(.step).with(StepKey.atMostOneAction)
      .described("A step with at most one action")
  }
}
