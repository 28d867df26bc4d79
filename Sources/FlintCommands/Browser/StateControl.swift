internal import FlintCore
import FlintLogic
internal import FlintManifest
internal import FlintReport
internal import FlintText

/// A row on the screen of `browse` with which the user changes one fact of the device state, such as the status of a
/// permission. The platform and its OS version are a single fact (``Fact/system``), but have two rows: ``platform`` and
/// ``osVersion``.
enum StateControl: Hashable {
  case fact(Fact)
  case osVersion

  static let platform = StateControl.fact(.system)
}

// MARK: - The controls

extension StateControl {
  /// Returns the controls for the facts that can affect a feature, in this order: platform and OS version; the facts on
  /// which the feature depends, also through other features that it requires; the facts in assumptions (conditions that
  /// are true on every real device).
  static func all(of feature: Int, in manifest: Manifest) -> [StateControl] {
    var controls = StateControlList(manifest)
    let assumptions = manifest.assumptions.indices.map { References.Target.assumption($0) }
    for target in manifest.closure(of: [.feature(feature)]) { controls.add(target) }
    for target in manifest.closure(of: assumptions) { controls.add(target) }
    return controls.list
  }

  /// Returns the controls for all facts that the manifest uses or declares, in this order: platform, OS version and app
  /// version; the facts on which its features, named conditions and assumptions (conditions that are true on every real
  /// device) depend; the remaining products and attributes.
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

/// A list of distinct controls (rows on the screen of `browse` with which the user changes one fact each), in the order
/// in which they were first added.
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
    case .osVersion: return ("", StateSection.osVersion.label)
    case .fact(.permissionDefault): return ("", "other permissions")
    case .fact(.purchaseDefault): return ("", "other products")
    case .fact(let fact):
      let label = fact.location.section.label
      return fact.subject.map { (label, manifest.name(of: $0.kind, at: $0.index)) } ?? ("", label)
    }
  }

  private func word(in state: ResolvedState) -> String {
    if let held = credits(in: state) { return counted(held, "credit") }
    switch self {
    case .osVersion: return state.osVersion.description
    case .fact(.unlocked(let feature)): return state.isUnlocked(feature) ? "yes" : "no"
    case .fact(.device(let device)) where state.value(of: device) == nil: return "none"
    case .fact(.product(let product)):
      if case .until(let end) = state.holding(of: product) { return "until \(end)" }
      return state.displayText(of: .product(product))
    case .fact(let fact): return state.displayText(of: fact)
    }
  }

  private func isGiven(in state: DeviceState) -> Bool {
    switch self {
    case .osVersion: state.osVersion != .latest
    case .fact(.product(let product)): state.purchases[product] != nil
    case .fact(let fact): state.value(of: fact) != .notGiven
    }
  }
}
