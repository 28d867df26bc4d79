internal import FlintCore
internal import FlintText

/// Applies the options that describe the device, from left to right, to a state of a manifest.
///
/// Every problem is kept; the state is right where there is none.
struct StateFlags {
  let manifest: Manifest
  private(set) var state: DeviceState
  private(set) var problems: [ValueProblem] = []

  init(_ manifest: Manifest, startingFrom state: DeviceState) {
    self.manifest = manifest
    self.state = state
  }

  mutating func apply(_ given: [Invocation.Given]) {
    for flag in given {
      do throws(ValueProblem) {
        try apply(flag.name, flag.value)
      } catch {
        problems.append(error)
      }
    }
  }

  private mutating func apply(_ option: String, _ value: String) throws(ValueProblem) {
    switch option {
    case Option.platform.name:
      // The parser lets nothing but the platforms' names through.
      guard let platform = Platform(name: value) else { return }
      state.platform = platform
      state.osVersion = .latest
    case Option.osVersion.name: state.osVersion = try version(value, option)
    case Option.appVersion.name: state.appVersion = try version(value, option)
    case Option.permission.name: try setPermission(value)
    case Option.grant.name: state.permissions[try permission(value, option)] = .authorized
    case Option.deny.name: state.permissions[try permission(value, option)] = .denied
    case Option.restrict.name: state.permissions[try permission(value, option)] = .restricted
    case Option.purchase.name: try setPurchase(value)
    case Option.credits.name: try setCredits(value)
    case Option.unlock.name:
      let feature = try feature(value, option)
      if !state.unlocked.contains(feature) { state.unlocked.append(feature) }
    case Option.toggle.name: try setToggle(value)
    case Option.enable.name: state.runtime[try feature(value, option)] = .yes
    case Option.disable.name: state.runtime[try feature(value, option)] = .no
    case Option.runtime.name: try setRuntime(value)
    case Option.attribute.name: try setAttribute(value)
    default: break
    }
  }

  private func version(_ text: String, _ option: String) throws(ValueProblem)
    -> InstalledVersion
  {
    if text == "latest" { return .latest }
    guard let version = Version(text) else { throw .notAVersion(text, option: option) }
    return .version(version)
  }

  // MARK: Assignments

  private mutating func setPermission(_ text: String) throws(ValueProblem) {
    let words = SystemPermissionStatus.allCases.map(\.name)
    let (name, word) = try assignment(text, .permission, choices: words)
    state.permissions[try permission(name, Option.permission.name)] = .init(name: word)
  }

  private mutating func setPurchase(_ text: String) throws(ValueProblem) {
    let words = PurchaseStatus.allCases.map(\.name)
    let split = splitAssignment(text) { words.contains($1) }
    let option = Option.purchase.name
    var (id, status) = (text, PurchaseStatus.purchased)
    if let split, isProduct(split.left) || !isProduct(text) {
      (id, status) = (split.left, PurchaseStatus(name: split.right) ?? .purchased)
    } else if !isProduct(text),
      let wrong = splitAssignment(text, where: { id, _ in isProduct(id) })
    {
      throw invalid(wrong.right, of: wrong.left, option, choices: words)
    }
    let product = try product(id, option)
    if manifest.products[product].type == .consumable { throw .needsCredits(id) }
    state.purchases[product] = .status(status)
  }

  private mutating func setCredits(_ text: String) throws(ValueProblem) {
    let option = Option.credits.name
    let split = splitAssignment(text) { Self.credits($1) != nil }
    guard let split, let credits = Self.credits(split.right) else {
      guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
        throw .missingValue(of: text, option: option, form: "\(text)=3")
      }
      throw .notCredits(wrong.right, of: wrong.left)
    }
    let product = try product(split.left, option)
    guard manifest.products[product].type == .consumable else { throw .hasNoCredits(split.left) }
    state.purchases[product] = .credits(credits)
  }

  private static func credits(_ text: String) -> Int64? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
  }

  private mutating func setToggle(_ text: String) throws(ValueProblem) {
    let (id, word) = try assignment(text, .toggle, choices: ["on", "off", "unset"])
    state.toggles[try feature(id, Option.toggle.name)] = word == "unset" ? nil : word == "on"
  }

  private mutating func setRuntime(_ text: String) throws(ValueProblem) {
    let (id, word) = try assignment(text, .runtime, choices: ["on", "off", "unknown", "unset"])
    let flag: Ternary? =
      switch word {
      case "on": .yes
      case "off": .no
      case "unknown": .unknown
      default: nil
      }
    state.runtime[try feature(id, Option.runtime.name)] = flag
  }

  private mutating func setAttribute(_ text: String) throws(ValueProblem) {
    let option = Option.attribute.name
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
      guard let attribute = attribute(named: text) else {
        throw unknown(.attribute, text, option, among: manifest.attributes.map(\.id))
      }
      let word = words(of: attribute).first ?? ""
      throw .missingValue(of: text, option: option, form: "\(text)=\(word)")
    }
    guard let attribute = attribute(named: wrong.left) else {
      throw unknown(.attribute, wrong.left, option, among: manifest.attributes.map(\.id))
    }
    throw invalid(wrong.right, of: wrong.left, option, choices: words(of: attribute))
  }

  private func attribute(named id: String) -> Int? {
    manifest.attributes.firstIndex { $0.id == id }
  }

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

  /// Splits at the last `=` that has one of `choices` on its right.
  private func assignment(
    _ text: String, _ option: Option, choices: [String]
  ) throws(ValueProblem) -> (name: String, value: String) {
    if let split = splitAssignment(text, where: { choices.contains($1) }) {
      return (split.left, split.right)
    }
    guard let wrong = splitAssignment(text, where: { _, _ in true }) else {
      throw .missingValue(of: text, option: option.name, form: "\(text)=\(choices[0])")
    }
    throw invalid(wrong.right, of: wrong.left, option.name, choices: choices)
  }

  // MARK: Names

  private func permission(
    _ name: String, _ option: String
  ) throws(ValueProblem) -> SystemPermission {
    if let permission = SystemPermission(name: name) { return permission }
    throw unknown(.permission, name, option, among: SystemPermission.allCases.map(\.name))
  }

  private func isProduct(_ id: String) -> Bool {
    manifest.products.contains { $0.id.isSame(as: id) }
  }

  private func product(_ id: String, _ option: String) throws(ValueProblem) -> Int {
    if let index = manifest.products.firstIndex(where: { $0.id.isSame(as: id) }) { return index }
    throw unknown(.product, id, option, among: manifest.products.map(\.id))
  }

  private func feature(_ id: String, _ option: String) throws(ValueProblem) -> Int {
    if let index = manifest.features.firstIndex(where: { $0.id == id }) { return index }
    throw unknown(.feature, id, option, among: manifest.features.map(\.id))
  }

  private func unknown(
    _ kind: ValueProblem.Kind, _ name: String, _ option: String, among names: [String]
  ) -> ValueProblem {
    .unknown(kind, name, option: option, nearest: nearestName(to: name, among: names))
  }

  private func invalid(
    _ value: String, of name: String, _ option: String, choices: [String]
  ) -> ValueProblem {
    .invalidValue(
      value, of: name, option: option, choices: choices,
      nearest: nearestName(to: value, among: choices))
  }
}
