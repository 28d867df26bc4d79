import FlintLogic
import FlintModel
import FlintText

/// How a tester gets from a fresh install to a state.
struct SetupSentences {
  private let state: ResolvedState
  private var given: DeviceState { state.given }
  private var manifest: Manifest { state.manifest }

  init(_ state: ResolvedState) { self.state = state }

  var title: String {
    switch state.osVersion {
    case .latest: "The latest \(state.platform.name)"
    case .version: state.deviceDisplayText
    }
  }

  /// Without the platform, which ``title`` has.
  var steps: [String] { StateSection.allCases.flatMap { steps(for: $0) } }

  private func steps(for section: StateSection) -> [String] {
    switch section {
    case .platform, .osVersion: []
    case .device(let fact): given[fact].map { [set(fact, $0)] } ?? []
    case .permissions: permissions
    case .purchases: purchases
    case .unlocked:
      steps(
        given.unlocked.map { feature in
          let verb = manifest.takesCredits(feature) ? "buy and spend credits to unlock" : "unlock"
          return (verb, name(feature))
        })
    case .toggles:
      grouped(inOrder(given.toggles).map { ($1 ? "on" : "off", name($0)) }).map { word, names in
        "turn \(word) the user's \(plural("toggle", names.count)) of \(listed(names))"
      }
    case .runtime:
      grouped(inOrder(given.runtime).map { ($1, name($0)) }).map { flag, names in
        let verb = Self.verb(for: flag, ofSeveral: names.count > 1)
        return "\(verb.beginning) \(listed(names))\(verb.end)"
      }
    case .attributes: inOrder(given.attributes).map { set($0, $1) }
    case .buckets:
      inOrder(given.buckets).map {
        "set the user's position in rollout “\(manifest.buckets[$0])” to \($1) %"
      }
    case .defaults: defaults
    }
  }

  private func name(_ feature: Int) -> String { "“\(manifest.features[feature].name)”" }

  private static func verb(for flag: Ternary, ofSeveral: Bool) -> Verb {
    let flags = ofSeveral ? "flags" : "flag"
    return switch flag {
    case .yes: Verb(beginning: "turn on the runtime \(flags) of")
    case .no: Verb(beginning: "turn off the runtime \(flags) of")
    case .unknown: Verb(beginning: "make the runtime \(flags) of", end: " unknown")
    }
  }

  // MARK: Permissions

  private var permissions: [String] {
    let asked = SystemPermission.allCases.compactMap { permission in
      given.permissions[permission].map { ($0.instruction, permission.displayName) }
    }
    return grouped(asked).map { verb, names in
      let permissions = plural("permission", names.count)
      return "\(verb.beginning) the \(listed(names)) \(permissions)\(verb.end)"
    }
  }

  private struct Verb: Hashable {
    let beginning: String
    var end = ""
  }

  // MARK: Purchases

  private var purchases: [String] {
    var steps: [String] = []
    var statuses: [(PurchaseStatus, String)] = []
    for (product, holding) in inOrder(given.purchases) {
      let name = "“\(manifest.products[product].name)”"
      switch holding {
      case .status(let status): statuses.append((status, name))
      case .credits(let held): steps.append("have \(counted(held, "credit")) of \(name)")
      case .until(let end, let graceEnd):
        let grace = graceEnd.map { ", and that of its grace period to \($0)" } ?? ""
        steps.append("set the end date of \(name) to \(end)\(grace)")
      }
    }
    return grouped(statuses).map { status, names in
      let verb = Self.verb(for: status, ofSeveral: names.count > 1)
      return "\(verb.beginning) \(listed(names))\(verb.end)"
    } + steps
  }

  private static func verb(for status: PurchaseStatus, ofSeveral: Bool) -> Verb {
    switch status {
    case .purchased: Verb(beginning: "buy")
    case .notPurchased: Verb(beginning: "do not buy")
    case .unknown:
      Verb(beginning: ofSeveral ? "make the statuses of" : "make the status of", end: " unknown")
    case .pending: Verb(beginning: "request approval to buy")
    case .revoked: Verb(beginning: "let the store revoke")
    case .inGracePeriod:
      Verb(beginning: "put", end: " into \(ofSeveral ? "their grace periods" : "its grace period")")
    case .inBillingRetry: Verb(beginning: "put", end: " into billing retry")
    case .expired: Verb(beginning: "let", end: " expire")
    }
  }

  // MARK: Typed facts and defaults

  private func set(_ fact: DeviceFact, _ value: AttributeValue) -> String {
    guard fact == .appVersion, case .version(let version) = value else {
      return "set \(fact.noun) to \(fact.displayName(of: value))"
    }
    return switch version {
    case .latest: "install the latest version of the app"
    case .version(let version): "install version \(version) of the app"
    }
  }

  private func set(_ attribute: Int, _ value: AttributeValue) -> String {
    let declaration = manifest.attributes[attribute]
    let name = "“\(declaration.name)”"
    return value == .unknown
      ? "make \(name) unknown" : "set \(name) to \(declaration.domain.displayName(of: value))"
  }

  private var defaults: [String] {
    let usual = DeviceState.Defaults()
    var steps: [String] = []
    if given.defaults.permission != usual.permission {
      steps.append("every other permission is \(given.defaults.permission.label)")
    }
    if given.defaults.purchase != usual.purchase {
      steps.append("every other product is \(given.defaults.purchase.label)")
    }
    return steps
  }

  // MARK: Lists

  private func inOrder<Value>(_ values: [Int: Value]) -> [(Int, Value)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func steps(_ named: [(String, String)]) -> [String] {
    grouped(named).map { "\($0) \(listed($1))" }
  }

  private func grouped<Word: Equatable>(_ pairs: [(Word, String)]) -> [(Word, [String])] {
    var groups: [(word: Word, names: [String])] = []
    for (word, name) in pairs {
      if let index = groups.firstIndex(where: { $0.word == word }) {
        groups[index].names.append(name)
      } else {
        groups.append((word, [name]))
      }
    }
    return groups
  }
}

extension Manifest {
  fileprivate func takesCredits(_ feature: Int) -> Bool {
    var takesCredits = false
    forEachTest(of: feature) { test, isImplied in
      if !isImplied, test.fact == .unlocked(feature) { takesCredits = true }
    }
    return takesCredits
  }
}
