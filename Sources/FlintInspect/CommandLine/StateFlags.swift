/// Applies options to a state, from left to right. After a problem, only `history` may use
/// ``state``.
struct StateFlags {
  let manifest: Manifest

  var naming: Manifest?
  var state: DeviceState
  var partialStates: [String: PartialState] = [:]
  /// Whether an option gave the OS version. If not, `--platform` also sets the platform's latest
  /// version.
  var hasOSVersion = false
  var option = ""
  var section: StateSection?
  var problems: [Problem] = []
  var isLenient = false
  /// Warnings about options that have no effect.
  var warnings: [String] = []
  var typed = ""
  var settings: [(section: StateSection, index: Int, flag: String)] = []

  mutating func apply(_ given: [(option: StateOption, value: String)]) {
    hasOSVersion = given.contains { $0.option.section == .osVersion }
    for flag in given {
      (option, section) = (flag.option.name, flag.option.section)
      typed = flag.option.typed(flag.value)
      do {
        try flag.option.apply(&self, flag.value)
      } catch {
        problems.append(Problem(error))
      }
      if section?.form == .value { record(0) }
    }
  }

  private mutating func record(_ index: Int) {
    guard let section else { return }
    replaceSettings { $0 == section && $1 == index }
    settings.append((section, index, typed))
  }

  private mutating func replaceSettings(
    where isReplaced: (_ section: StateSection, _ index: Int) -> Bool
  ) {
    for earlier in settings where isReplaced(earlier.section, earlier.index) {
      if earlier.flag != typed { warnings.append("'\(typed)' overrides '\(earlier.flag)'") }
    }
    settings.removeAll { isReplaced($0.section, $0.index) }
  }

  mutating func find(_ name: String, _ declared: EntityKind) throws -> Int {
    let index = try index(of: name, declared)
    record(index)
    if declared == .feature, let section, let lack = manifest.lack(of: section, in: index) {
      let feature = manifest.features[index].id
      let warning = "feature '\(feature)' \(lack), so '--\(option)' has no effect"
      if !warnings.contains(warning) { warnings.append(warning) }
    }
    return index
  }

  private func index(of name: String, _ declared: EntityKind) throws -> Int {
    guard let naming else { return try manifest.find(name, declared, option: option) }
    let id = declared.names(in: naming)[try naming.find(name, declared, option: option)].id
    guard let index = manifest.index(of: id, declared) else {
      throw Problem.unknown(declared, id, option: option, hint: nil)
    }
    return index
  }

  private func resolve(_ name: String, _ declared: EntityKind) -> Int? {
    guard let naming else { return manifest.resolve(name, declared) }
    guard let named = naming.resolve(name, declared) else { return nil }
    return manifest.index(of: declared.names(in: naming)[named].id, declared)
  }

  // MARK: Assignments

  /// Splits at the last `=` that a valid value follows.
  private func assignment<Value>(
    _ text: String, example: String, _ value: (String) -> Value?,
    else problem: (_ name: String, _ word: String) -> Problem
  ) throws -> (name: String, value: Value) {
    if let (name, value) = splitAssignment(text, { value($1) }) { return (name, value) }
    guard let (name, word) = splitAssignment(text, { $1 }) else {
      throw Problem.missingValue(of: text, option: option, form: "\(text)=\(example)")
    }
    throw problem(name, word)
  }

  func assignment<Value>(
    _ text: String, _ words: Words<Value>, or synonyms: Words<Value> = [],
    suggesting choices: (_ name: String) -> [String]? = { _ in nil }
  ) throws -> (name: String, value: Value) {
    try assignment(text, example: words[0].word) {
      (words + synonyms).value(of: $0)
    } else: { name, word in
      invalid(word, of: name, choices: choices(name) ?? words.map(\.word))
    }
  }

  mutating func setPermission(_ text: String) throws {
    let (name, status) = try assignment(text, SystemPermissionStatus.words) { name in
      resolve(name, .permission).map { SystemPermission.allCases[$0].statuses.map(\.name) }
    }
    let permission = SystemPermission.allCases[try find(name, .permission)]
    guard permission.allows(status) else {
      throw invalid(status.name, of: name, choices: permission.statuses.map(\.name))
    }
    state.permissions[permission] = status
  }

  mutating func setBucket(_ text: String) throws {
    let (name, percent) = try assignment(text, example: "12.5") {
      Percent($0).flatMap { $0 < .hundred ? $0 : nil }
    } else: { name, word in
      Problem(
        "\(quoted(word)) is not a position in rollout bucket \(quoted(name))",
        hint: "write a number from 0 to below 100 with at most four decimals")
    }
    state.buckets[try find(name, .bucket)] = percent
  }

  mutating func setCredits(_ text: String) throws {
    let (name, held) = try assignment(text, example: "3") { word in
      word.utf8.allSatisfy { "0"..."9" ~= $0 } ? Int64(word) : nil
    } else: { name, word in
      Problem(
        "\(quoted(word)) is not a number of credits for \(quoted(name))",
        hint: "write a whole number, 0 or greater")
    }
    let product = try find(name, .product)
    guard manifest.products[product].type == .consumable else {
      throw Problem.hasNoCredits(manifest.products[product].id)
    }
    state.purchases[product] = .credits(held)
  }

  // MARK: Purchases

  mutating func setPurchase(_ text: String) throws {
    func isProduct(_ name: String) -> Bool { resolve(name, .product) != nil }
    let split = splitAssignment(text) { name, word in self.holding(word).map { (word, $0) } }
    var (id, word, holding) = (text, "", ProductHolding.status(.purchased))
    if let split, isProduct(split.name) || !isProduct(text) {
      (id, (word, holding)) = split
    } else if !isProduct(text),
      let wrong = splitAssignment(text, { id, word in isProduct(id) ? word : nil })
    {
      throw try invalidHolding(wrong.value, of: find(wrong.name, .product), wrong.name)
    }
    let product = try find(id, .product)
    let type = manifest.products[product].type
    if type == .consumable { throw Problem.needsCredits(manifest.products[product].id) }
    let isPossible =
      switch holding {
      case .status(let status): type.allows(status)
      case .until: type.isSubscription
      case .credits: false
      }
    guard isPossible else {
      // Where `diff` compares two manifests, the status counts as not purchased in the one whose product cannot have it.
      if isLenient { state.purchases[product] = .status(.notPurchased) }
      throw invalidHolding(word, of: product, id)
    }
    switch holding {
    case .status(.purchased), .until:
      state.buy(product, holding, in: manifest)
      let others = manifest.otherProductsInGroup(of: product)
      replaceSettings { $0 == .purchases && others.contains($1) }
    case .status, .credits: state.purchases[product] = holding
    }
  }

  private func holding(_ word: String) -> ProductHolding? {
    if let status = PurchaseStatus.words.value(of: word) { return .status(status) }
    guard word.hasPrefix("until:") else { return nil }
    return DateTime(String(word.dropFirst(6))).map { .until($0) }
  }

  /// Why the word is not a product's status; for a date, suggests `until:DATE`.
  private func invalidHolding(_ word: String, of product: Int, _ name: String) -> Problem {
    let type = manifest.products[product].type
    if type == .consumable { return .needsCredits(manifest.products[product].id) }
    let possible = PurchaseStatus.allCases.filter { type.allows($0) }.map(\.name)
    guard type.isSubscription else { return invalid(word, of: name, choices: possible) }
    if word.hasPrefix("until:"), Diagnostic.hint(forDate: String(word.dropFirst(6))) != nil {
      return .notADate(String(word.dropFirst(6)), option: option)
    }
    if DateTime(word) != nil {
      return .invalidValue(
        word, of: name, option: option, choices: possible, beside: nil, nearest: "until:\(word)")
    }
    return invalid(word, of: name, choices: possible + ["until:DATE"])
  }

  // MARK: Attributes

  mutating func setAttribute(_ text: String) throws {
    func attribute(_ name: String) -> Int? { resolve(name, .attribute) }
    if let (index, value) = attributeValue(text) {
      record(index)
      state.attributes[index] = value
      return
    }
    // No `=` separates an attribute from a valid value. Report the value if the attribute is known, else the name.
    guard
      let (name, word) = splitAssignment(text, { attribute($0) == nil ? nil : $1 })
        ?? splitAssignment(text, { $1 })
    else {
      let domain = manifest.attributes[try find(text, .attribute)].domain
      throw Problem.missingValue(of: text, option: option, form: "\(text)=\(domain.input.example)")
    }
    let declaration = manifest.attributes[try find(name, .attribute)]
    switch declaration.domain.type {
    case .version where Diagnostic.hint(forVersion: word) != nil:
      throw Problem.notAVersion(word, option: option)
    case .date where Diagnostic.hint(forDate: word) != nil:
      throw Problem.notADate(word, option: option)
    default: break
    }
    let input = declaration.domain.input
    throw invalid(
      word, of: name, choices: input.words,
      beside: input.kind ?? (input.words.isEmpty ? "a text" : nil),
      canBeUnknown: !declaration.isAlwaysKnown)
  }

  /// A text may contain further `=`.
  private func attributeValue(_ text: String) -> (attribute: Int, AttributeValue)? {
    let scalars = text.unicodeScalars
    for end in scalars.indices where scalars[end] == "=" {
      if let attribute = resolve(String(scalars[..<end]), .attribute),
        manifest.attributes[attribute].domain == .text
      {
        return value(String(scalars[end...].dropFirst()), of: attribute).map { (attribute, $0) }
      }
    }
    return splitAssignment(text) { name, word in
      resolve(name, .attribute).flatMap { attribute in
        value(word, of: attribute).map { (attribute, $0) }
      }
    }?.value
  }

  /// The value of a word; nil if invalid. The empty word means unknown, if the attribute can be
  /// unknown.
  private func value(_ word: String, of attribute: Int) -> AttributeValue? {
    let declaration = manifest.attributes[attribute]
    if word.isEmpty { return declaration.isAlwaysKnown ? nil : .unknown }
    return declaration.domain.value(word)
  }

  private func invalid(
    _ value: String, of name: String, choices: [String], beside kind: String? = nil,
    canBeUnknown: Bool = false
  ) -> Problem {
    .invalidValue(
      value, of: name, option: option, choices: choices, beside: kind, canBeUnknown: canBeUnknown,
      nearest: Synonyms.choice(value, among: choices) ?? nearestName(to: value, among: choices))
  }
}

extension Manifest {
  /// Why a fact of the section has no effect on the feature. Nil if a constraint depends on it.
  fileprivate func lack(of section: StateSection, in feature: Int) -> String? {
    var isTested = false
    let fact = section.fact(at: feature)
    forEachTest(of: feature) { test, _ in isTested = isTested || test.fact == fact }
    if isTested { return nil }
    return switch section {
    case .unlocked: "requires no purchase"
    case .toggles: "does not require 'userToggled'"
    case .runtime: "does not require 'runtimeEnabled'"
    default: nil
    }
  }
}

extension Bool {
  static var words: Words<Bool> {
    [true, false].map { ($0.switchWord, $0) } + [("true", true), ("false", false)]
  }
}

// MARK: - Typed values of attributes

extension AttributeDomain {
  /// All values; empty for types with too many.
  var words: Words<AttributeValue> {
    type == .boolean
      ? Bool.words.map { ($0, .boolean($1)) } : choices.enumerated().map { ($1, .choice($0)) }
  }

  /// - Parameter word: Not empty.
  fileprivate func value(_ word: String) -> AttributeValue? {
    switch type {
    case .boolean, .choice: words.value(of: word)
    case .text: .text(ExactText(word))
    case .integer:
      // An integer has no leading zeros, as in JSON.
      Int64(word).flatMap {
        "\($0)" == word && Self.integers.contains($0) ? .integer($0) : nil
      }
    case .version: InstalledVersion(word).map { .version($0) }
    case .date: DateTime(word).map { .date($0) }
    }
  }

  /// The parts of an error for an invalid value: an example, and the valid values. `kind` describes
  /// values that `words` does not list.
  fileprivate var input: (example: String, words: [String], kind: String?) {
    switch type {
    case .boolean, .choice: (words.first?.word ?? "", words.map(\.word), nil)
    case .text: ("text", [], nil)
    case .integer:
      (
        "1", [],
        "a whole number from \(Self.integers.lowerBound) to \(Self.integers.upperBound)"
      )
    case .version: ("2.1", ["latest"], "a version such as 2.1")
    case .date: ("2026-12-24", [], "a date such as 2026-12-24")
    }
  }
}
