import FlintLogic
import FlintManifest
import FlintModel
import FlintText

/// Applies options from left to right. After a problem, ``state`` is for `history` only.
struct StateFlags {
  let manifest: Manifest

  private let naming: Manifest?
  var state: DeviceState
  private let partialStates: [String: PartialState]
  /// Else `--platform` means its latest version.
  private var hasOSVersion = false
  private(set) var option = ""
  private var section: StateSection?
  private(set) var problems: [Problem] = []
  private let isLenient: Bool
  private(set) var ineffectiveFlags: [IneffectiveFlag] = []
  private var typed = ""
  private var settings: [(section: StateSection, index: Int, flag: String)] = []

  init(
    _ manifest: Manifest, naming: Manifest? = nil, startingFrom state: DeviceState,
    partialStates: [String: PartialState] = [:], isLenient: Bool = false
  ) {
    self.isLenient = isLenient
    self.manifest = manifest
    self.naming = naming
    self.state = state
    self.partialStates = partialStates
  }

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
      if earlier.flag != typed { ineffectiveFlags.append(.overridden(earlier.flag, by: typed)) }
    }
    settings.removeAll { isReplaced($0.section, $0.index) }
  }

  mutating func find(_ name: String, _ declared: EntityKind) throws -> Int {
    let index = try index(of: name, declared)
    record(index)
    if declared == .feature, let section,
      let reason = manifest.missingConstraint(of: section, in: index)
    {
      let flag = IneffectiveFlag.unused(
        option: option, feature: manifest.features[index].id, reason: reason)
      if !ineffectiveFlags.contains(flag) { ineffectiveFlags.append(flag) }
    }
    return index
  }

  private func index(of name: String, _ declared: EntityKind) throws -> Int {
    guard let naming else { return try manifest.find(name, declared, option: option) }
    let named = try naming.find(name, declared, option: option)
    let id = declared.names(in: naming)[named].id
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

  // MARK: Values

  mutating func setPlatform(_ platform: Platform) {
    state.platform = platform
    if !hasOSVersion { state.osVersion = .latest }
  }

  mutating func merge(_ name: String) {
    if let partial = partialStates[name] { state = partial.applied(to: state) }
  }

  // MARK: Assignments

  /// At the last `=` with a valid word after it.
  func assignment<Value>(
    _ text: String, _ words: Words<Value>, or synonyms: Words<Value> = [],
    suggesting choices: (_ name: String) -> [String]? = { _ in nil }
  ) throws -> (name: String, value: Value) {
    var value: Value?
    let split = splitAssignment(text) { _, word in
      value = (words + synonyms).value(of: word)
      return value != nil
    }
    if let split, let value { return (split.left, value) }
    guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
      throw Problem.missingValue(of: text, option: option, form: "\(text)=\(words[0].word)")
    }
    throw invalid(
      wrong.right, of: wrong.left, choices: choices(wrong.left) ?? words.map(\.word))
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
    func position(_ text: String) -> Percent? { Percent(text).flatMap { $0 < .hundred ? $0 : nil } }
    let split = splitAssignment(text) { position($1) != nil }
    guard let split, let percent = position(split.right) else {
      guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
        throw Problem.missingValue(of: text, option: option, form: "\(text)=12.5")
      }
      throw Problem(
        "\(quoted(wrong.right)) is not a position in rollout bucket \(quoted(wrong.left))",
        hint: "write a number from 0 to below 100 with at most four decimals")
    }
    state.buckets[try find(split.left, .bucket)] = percent
  }

  private func holding(_ word: String) -> ProductHolding? {
    if let status = PurchaseStatus.words.value(of: word) { return .status(status) }
    guard word.hasPrefix("until:") else { return nil }
    return DateTime(String(word.dropFirst(6))).map { .until($0) }
  }

  mutating func setPurchase(_ text: String) throws {
    let split = splitAssignment(text) { self.holding($1) != nil }
    var (id, holding) = (text, ProductHolding.status(.purchased))
    if let split, isProduct(split.left) || !isProduct(text) {
      (id, holding) = (split.left, self.holding(split.right) ?? holding)
    } else if !isProduct(text),
      let wrong = splitAssignment(text, where: { id, _ in isProduct(id) })
    {
      throw try invalidHolding(wrong.right, of: find(wrong.left, .product), wrong.left)
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
      throw invalidHolding(split?.right ?? "", of: product, id)
    }
    switch holding {
    case .status(.purchased), .until:
      state.buy(product, holding, in: manifest)
      let others = manifest.otherProductsInGroup(of: product)
      replaceSettings { $0 == .purchases && others.contains($1) }
    case .status, .credits: state.purchases[product] = holding
    }
  }

  /// Suggests `until:DATE` for a date.
  private func invalidHolding(_ word: String, of product: Int, _ name: String) -> Problem {
    let type = manifest.products[product].type
    let possible = PurchaseStatus.allCases.filter { type.allows($0) }.map(\.name)
    guard type.isSubscription else { return invalid(word, of: name, choices: possible) }
    if word.hasPrefix("until:"), InputProblem.hint(forDate: String(word.dropFirst(6))) != nil {
      return .notADate(String(word.dropFirst(6)), option: option)
    }
    if DateTime(word) != nil {
      return .invalidValue(
        word, of: name, option: option, choices: possible, beside: nil, nearest: "until:\(word)")
    }
    return invalid(word, of: name, choices: possible + ["until:DATE"])
  }

  private func isProduct(_ name: String) -> Bool { resolve(name, .product) != nil }

  mutating func setCredits(_ text: String) throws {
    let split = splitAssignment(text) { creditCount($1) != nil }
    guard let split, let held = creditCount(split.right) else {
      guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
        throw Problem.missingValue(of: text, option: option, form: "\(text)=3")
      }
      throw Problem(
        "\(quoted(wrong.right)) is not a number of credits for \(quoted(wrong.left))",
        hint: "write a whole number, 0 or greater")
    }
    let product = try find(split.left, .product)
    guard manifest.products[product].type == .consumable else {
      throw Problem.hasNoCredits(manifest.products[product].id)
    }
    state.purchases[product] = .credits(held)
  }

  mutating func setAttribute(_ text: String) throws {
    let split = splitAttribute(text)
    if let split, let attribute = attribute(named: split.left),
      let value = value(split.right, of: attribute)
    {
      record(attribute)
      state.attributes[attribute] = value
      return
    }
    // No `=` separates an attribute from a valid value. Report the value if the attribute is known, else the name.
    guard
      let wrong = splitAssignment(text, where: { id, _ in attribute(named: id) != nil })
        ?? splitAssignment(text, where: { _, _ in true })
    else {
      let value = input(of: try find(text, .attribute)).example
      throw Problem.missingValue(of: text, option: option, form: "\(text)=\(value)")
    }
    let index = try find(wrong.left, .attribute)
    switch manifest.attributes[index].domain.type {
    case .version where InputProblem.hint(forVersion: wrong.right) != nil:
      throw Problem.notAVersion(wrong.right, option: option)
    case .date where InputProblem.hint(forDate: wrong.right) != nil:
      throw Problem.notADate(wrong.right, option: option)
    case .boolean, .choice, .text, .integer, .version, .date: break
    }
    let input = input(of: index)
    let words =
      manifest.attributes[index].isAlwaysKnown ? Array(input.words.dropLast()) : input.words
    throw invalid(
      wrong.right, of: wrong.left, choices: words,
      beside: input.kind ?? (words.isEmpty ? "a text" : nil))
  }

  private func attribute(named name: String) -> Int? { resolve(name, .attribute) }

  private func splitAttribute(_ text: String) -> (left: String, right: String)? {
    let scalars = text.unicodeScalars
    for end in scalars.indices where scalars[end] == "=" {
      let name = String(scalars[..<end])
      if let attribute = attribute(named: name), manifest.attributes[attribute].domain == .text {
        return (name, String(scalars[end...].dropFirst()))
      }
    }
    return splitAssignment(text) { id, word in
      attribute(named: id).map { value(word, of: $0) != nil } ?? false
    }
  }

  /// Parses a value of an attribute. The empty word is the unknown value, unless the attribute is always known. Returns
  /// nil for an invalid value.
  private func value(_ word: String, of attribute: Int) -> AttributeValue? {
    let unknown: AttributeValue? = manifest.attributes[attribute].isAlwaysKnown ? nil : .unknown
    return word.isEmpty ? unknown : input(of: attribute).value(word)
  }

  private func input(of attribute: Int) -> AttributeInput {
    AttributeInput(manifest.attributes[attribute].domain)
  }

  private func invalid(
    _ value: String, of name: String, choices: [String], beside kind: String? = nil
  ) -> Problem {
    .invalidValue(
      value, of: name, option: option, choices: choices, beside: kind,
      nearest: Synonyms.choice(value, among: choices) ?? nearestName(to: value, among: choices))
  }
}

extension Manifest {
  fileprivate func missingConstraint(of section: StateSection, in feature: Int) -> IneffectiveFlag
    .Reason?
  {
    guard let reason = IneffectiveFlag.Reason(rawValue: section.name) else { return nil }
    let fact = section.fact(at: feature)
    var isTested = false
    forEachTest(of: feature) { test, _ in isTested = isTested || test.fact == fact }
    return isTested ? nil : reason
  }
}

extension Bool {
  static var words: Words<Bool> {
    [true, false].map { ($0.switchWord, $0) } + [("true", true), ("false", false)]
  }
}

func creditCount(_ text: String) -> Int64? {
  text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
}

/// A description of how people type the values of an attribute on the command line.
struct AttributeInput {
  let example: String

  /// `a version such as 2.1`; nil where values can be listed or all are valid.
  var kind: String?

  /// Suggested; empty if any text is valid.
  let words: [String]

  /// Converts a word, which must not be empty, to a value of the attribute. Returns nil for an invalid word.
  let value: (String) -> AttributeValue?

  /// Creates a description of how people type the values of an attribute whose type is given in `domain`.
  init(_ domain: AttributeDomain) {
    switch domain.type {
    case .boolean, .choice:
      let known = domain.words
      example = known.first?.word ?? ""
      words = known.map(\.word)
      value = { known.value(of: $0) }
    case .text:
      example = "text"
      words = []
      value = { .text(ExactText($0)) }
    case .integer:
      let all = AttributeDomain.integers
      example = "1"
      kind = "a whole number from \(all.lowerBound) to \(all.upperBound)"
      words = []
      value = { word in
        // An integer has no leading zeros, as in JSON.
        Int64(word).flatMap { "\($0)" == word && all.contains($0) ? .integer($0) : nil }
      }
    case .version:
      example = "2.1"
      kind = "a version such as 2.1"
      words = ["latest"]
      value = { InstalledVersion($0).map { .version($0) } }
    case .date:
      example = "2026-12-24"
      kind = "a date such as 2026-12-24"
      words = []
      value = { DateTime($0).map { .date($0) } }
    }
  }
}

extension AttributeDomain {
  /// Empty for types with too many values.
  var words: Words<AttributeValue> {
    type == .boolean
      ? Bool.words.map { ($0, .boolean($1)) } : choices.enumerated().map { ($1, .choice($0)) }
  }
}
