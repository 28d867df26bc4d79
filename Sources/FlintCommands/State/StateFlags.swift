internal import FlintCore
internal import FlintText

/// Applies the options that describe the device, from left to right, to a state of a manifest.
///
/// Every problem is kept; the state is right where there is none.
struct StateFlags {
  let manifest: Manifest
  var state: DeviceState
  /// The name of the option that is being applied, and of what it says something.
  private(set) var option = ""
  private var section = StateSection.platform
  private(set) var problems: [ValueProblem] = []
  /// What was set without any effect on any feature, each once.
  private(set) var idle: [IdleFlag] = []

  init(_ manifest: Manifest, startingFrom state: DeviceState) {
    self.manifest = manifest
    self.state = state
  }

  mutating func apply(_ given: [(option: StateOption, value: String)]) {
    for flag in given {
      (option, section) = (flag.option.name, flag.option.section)
      do throws(ValueProblem) {
        try flag.option.apply(&self, flag.value)
      } catch {
        problems.append(error)
      }
    }
  }

  mutating func find(_ name: String, _ declared: Declared) throws(ValueProblem) -> Int {
    let index = try manifest.find(name, declared, option: option)
    if declared == .feature, let lack = manifest.lack(of: section, in: index) {
      let flag = IdleFlag(option: option, feature: manifest.features[index].id, lack: lack)
      if !idle.contains(flag) { idle.append(flag) }
    }
    return index
  }

  // MARK: Assignments

  /// Splits at the last `=` that has one of `words` on its right.
  func assignment<Value>(
    _ text: String, _ words: Words<Value>
  ) throws(ValueProblem) -> (name: String, value: Value) {
    var value: Value?
    let split = splitAssignment(text) { _, word in
      value = words.value(of: word)
      return value != nil
    }
    if let split, let value { return (split.left, value) }
    let choices = words.map(\.word)
    guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
      throw .missingValue(of: text, option: option, form: "\(text)=\(choices[0])")
    }
    throw invalid(wrong.right, of: wrong.left, choices: choices)
  }

  mutating func setPurchase(_ text: String) throws(ValueProblem) {
    let words = PurchaseStatus.words
    let split = splitAssignment(text) { words.value(of: $1) != nil }
    var (id, status) = (text, PurchaseStatus.purchased)
    if let split, isProduct(split.left) || !isProduct(text) {
      (id, status) = (split.left, words.value(of: split.right) ?? .purchased)
    } else if !isProduct(text),
      let wrong = splitAssignment(text, where: { id, _ in isProduct(id) })
    {
      throw invalid(wrong.right, of: wrong.left, choices: words.map(\.word))
    }
    let product = try find(id, .product)
    if manifest.products[product].type == .consumable { throw .needsCredits(id) }
    state.purchases[product] = .status(status)
  }

  private func isProduct(_ id: String) -> Bool { manifest.index(of: id, .product) != nil }

  mutating func setCredits(_ text: String) throws(ValueProblem) {
    let split = splitAssignment(text) { creditCount($1) != nil }
    guard let split, let held = creditCount(split.right) else {
      guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
        throw .missingValue(of: text, option: option, form: "\(text)=3")
      }
      throw .notCredits(wrong.right, of: wrong.left)
    }
    let product = try find(split.left, .product)
    guard manifest.products[product].type == .consumable else { throw .hasNoCredits(split.left) }
    state.purchases[product] = .credits(held)
  }

  mutating func setAttribute(_ text: String) throws(ValueProblem) {
    let split = splitAssignment(text) { id, word in
      attribute(named: id).map { value(word, of: $0) != nil } ?? false
    }
    if let split, let attribute = attribute(named: split.left) {
      state.attributes[attribute] = value(split.right, of: attribute)
      return
    }
    // Nothing fits: the wrong side is the value's where the attribute is known, else the name's.
    guard
      let wrong = splitAssignment(text, where: { id, _ in attribute(named: id) != nil })
        ?? splitAssignment(text, where: { _, _ in true })
    else {
      let word = words(of: try find(text, .attribute)).first ?? ""
      throw .missingValue(of: text, option: option, form: "\(text)=\(word)")
    }
    let choices = words(of: try find(wrong.left, .attribute))
    throw invalid(wrong.right, of: wrong.left, choices: choices)
  }

  private func attribute(named id: String) -> Int? { manifest.index(of: id, .attribute) }

  /// A value by its word; `null` is not known, as in a state, unless it is one of the choices.
  private func value(_ word: String, of attribute: Int) -> AttributeValue? {
    switch manifest.attributes[attribute].domain {
    case .boolean where word == "true": return .boolean(true)
    case .boolean where word == "false": return .boolean(false)
    case .choice(let values):
      if let index = values.index(ofSame: word) { return .choice(index) }
    default: break
    }
    return word == "null" ? .unknown : nil
  }

  private func words(of attribute: Int) -> [String] {
    switch manifest.attributes[attribute].domain {
    case .boolean: ["true", "false", "null"]
    case .choice(let values): values + ["null"]
    }
  }

  private func invalid(_ value: String, of name: String, choices: [String]) -> ValueProblem {
    .invalidValue(
      value, of: name, option: option, choices: choices,
      nearest: nearestName(to: value, among: choices))
  }
}

/// A flag about something of a feature that the feature does not ask for.
struct IdleFlag: Equatable {
  enum Lack { case purchase, toggle, runtimeFlag }

  let option: String
  let feature: String
  let lack: Lack
}

extension Manifest {
  /// Nil where the feature's own constraints ask for what a section says of it.
  fileprivate func lack(of section: StateSection, in feature: Int) -> IdleFlag.Lack? {
    let (fact, lack): (Fact, IdleFlag.Lack)
    switch section {
    case .unlocked: (fact, lack) = (.unlocked(feature), .purchase)
    case .toggles: (fact, lack) = (.toggle(feature), .toggle)
    case .runtime: (fact, lack) = (.runtime(feature), .runtimeFlag)
    case .platform, .osVersion, .appVersion, .permissions, .purchases, .attributes, .defaults:
      return nil
    }
    var asks = false
    forEachTest(of: feature) { test, _ in asks = asks || test.fact == fact }
    return asks ? nil : lack
  }
}

/// A number of credits as it is typed.
func creditCount(_ text: String) -> Int64? {
  text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
}
