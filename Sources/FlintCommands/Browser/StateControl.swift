internal import FlintCore
import FlintLogic
internal import FlintReport
internal import FlintText

/// A row on the screen of `browse` with which the user changes one fact of the device state, such as a toggle. The
/// platform and its OS version are a single fact (``Fact/system``), but have two rows: ``platform`` and ``osVersion``.
enum StateControl: Hashable {
  case fact(Fact)
  case osVersion

  static let platform = StateControl.fact(.system)
}

// MARK: - The controls

extension StateControl {
  /// Returns the controls whose facts can affect a feature, in this order: platform and OS version; the facts on which
  /// the constraints of the feature, of the features that contain it and of the features that these require depend; the
  /// facts in assumptions (conditions that are true on every real device).
  static func all(of feature: Int, in manifest: Manifest) -> [StateControl] {
    var controls = StateControlList(manifest)
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    for target in manifest.closure(of: [.feature(feature)]) { controls.add(target) }
    for target in manifest.closure(of: assumptions) { controls.add(target) }
    return controls.list
  }

  /// Returns the controls for all facts that the manifest uses or declares, in this order: platform, OS version and app
  /// version; the facts on which its features, named conditions and assumptions depend; the remaining products and
  /// attributes.
  static func all(in manifest: Manifest) -> [StateControl] {
    var controls = StateControlList(manifest)
    controls.add(.appVersion)
    for index in manifest.features.indices { controls.add(.feature(index)) }
    for index in manifest.conditions.indices { controls.add(.condition(index)) }
    for index in manifest.assumptions.indices { controls.add(.assumption(index)) }
    for index in manifest.products.indices { controls.add(.product(index)) }
    for index in manifest.attributes.indices { controls.add(.attribute(index)) }
    return controls.list
  }
}

/// A list of distinct controls, in the order in which they were first added.
private struct StateControlList {
  private(set) var list: [StateControl] = [.platform, .osVersion]
  private var seen: Set<Fact> = [.system, .permissionDefault, .purchaseDefault]
  private let manifest: Manifest

  init(_ manifest: Manifest) { self.manifest = manifest }

  mutating func add(_ fact: Fact) {
    if seen.insert(fact).inserted { list.append(.fact(fact)) }
  }

  mutating func add(_ target: References.Target) {
    manifest.forEachTest(of: target) { test, isImplied in
      if isImplied { return }
      // An age is the time between two dates. Add controls for the two dates instead: the attribute and the state's
      // date.
      guard case .age(let attribute, _) = test.fact else { return add(test.fact) }
      add(.date)
      add(.attribute(attribute))
    }
    guard case .feature(let feature) = target else { return }
    // Add the required products. Credits of a consumable satisfy no constraint, but the app unlocks the feature in
    // exchange for them.
    manifest.features[feature].forEachRequirement { constraint in
      guard case .requirement(.purchase(let expression)) = constraint else { return }
      expression.forEachProduct(in: manifest) { product, _ in add(.product(product)) }
    }
  }
}

// MARK: - Display

extension StateControl {
  func shown(in state: ResolvedState) -> BrowserView.Control {
    let (kind, name) = label(in: state.manifest)
    return BrowserView.Control(
      kind: kind, name: name, value: word(in: state), isGiven: isGiven(in: state.given))
  }

  private func label(in manifest: Manifest) -> (kind: String, name: String) {
    switch self {
    case .osVersion: ("", "OS version")
    case .fact(.system): ("", "platform")
    case .fact(.appVersion): ("", "app version")
    case .fact(.date): ("", "date")
    case .fact(.permission(let permission)): ("permission", permission.name)
    case .fact(.permissionDefault): ("", "other permissions")
    case .fact(.product(let product)): ("product", manifest.products[product].name)
    case .fact(.purchaseDefault): ("", "other products")
    case .fact(.unlocked(let feature)): ("unlocked", manifest.features[feature].name)
    case .fact(.toggle(let feature)): ("toggle", manifest.features[feature].name)
    case .fact(.runtime(let feature)): ("runtime", manifest.features[feature].name)
    case .fact(.attribute(let attribute)): ("attribute", manifest.attributes[attribute].name)
    case .fact(.age(let attribute, _)): ("age", manifest.attributes[attribute].name)
    case .fact(.bucket(let bucket)): ("bucket", manifest.buckets[bucket])
    }
  }

  private func word(in state: ResolvedState) -> String {
    if let held = credits(in: state) { return counted(held, "credit") }
    switch (self, value(in: state)) {
    case (.osVersion, .system(_, let version)): return version.description
    case (.fact(.unlocked), let value): return value == .notGiven ? "no" : "yes"
    case (.fact(.attribute(let attribute)), .attribute(let value)):
      return state.manifest.attributes[attribute].domain.scalar(of: value).displayText
    case (_, .system(let platform, _)): return platform.name
    case (_, .version(let version)): return version.description
    case (_, .permission(let status)): return status.label
    case (.fact(.purchaseDefault), .purchase(let status)): return status.label
    case (_, .flag(let flag)): return flag.switchWord
    case (_, .date(let date)): return date.description
    case (_, .bucket(let position)): return position.description
    case (.fact(.product(let product)), .purchase(let status)):
      if case .until(let end) = state.holding(of: product) { return "until \(end)" }
      return status.label
    case (_, .purchase(let status)): return status.label
    case (.fact(.date), .notGiven): return "none"
    case (_, .attribute), (_, .age), (_, .notGiven): break
    }
    return Ternary.unknown.switchWord
  }

  private func isGiven(in state: DeviceState) -> Bool {
    switch self {
    case .osVersion: state.osVersion != .latest
    case .fact(.product(let product)): state.purchases[product] != nil
    case .fact(let fact): state.value(of: fact) != .notGiven
    }
  }
}
