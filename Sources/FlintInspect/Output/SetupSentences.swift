/// How a tester gets from a fresh install to the state.
extension ResolvedState {
  var setupTitle: String {
    switch osVersion {
    case .latest: "The latest \(platform.name)"
    case .version: deviceDisplayText
    }
  }

  /// The instructions, without the platform, which ``setupTitle`` has.
  var setupSteps: [String] { StateSection.allCases.flatMap { steps(for: $0) } }

  private func steps(for section: StateSection) -> [String] {
    switch section {
    case .platform, .osVersion: []
    case .device(let fact): given[fact].map { [set(fact, $0)] } ?? []
    case .permissions: permissionSteps
    case .purchases: purchaseSteps
    case .unlocked:
      grouped(
        given.unlocked.map { feature in
          (
            manifest.takesCredits(feature) ? "buy and spend credits to unlock" : "unlock",
            name(feature)
          )
        }
      ).map { "\($0) \(listed($1))" }
    case .toggles:
      grouped(inOrder(given.toggles).map { ($1 ? "on" : "off", name($0)) }).map { word, names in
        "turn \(word) the user's \(plural("toggle", names.count)) of \(listed(names))"
      }
    case .runtime:
      grouped(inOrder(given.runtime).map { ($1, name($0)) }).map { flag, names in
        let flags = "the runtime \(plural("flag", names.count)) of \(listed(names))"
        return switch flag {
        case .yes: "turn on \(flags)"
        case .no: "turn off \(flags)"
        case .unknown: "make \(flags) unknown"
        }
      }
    case .attributes: inOrder(given.attributes).map { set($0, $1) }
    case .buckets:
      inOrder(given.buckets).map {
        "set the user's position in rollout “\(manifest.buckets[$0])” to \($1) %"
      }
    case .defaults: defaultSteps
    }
  }

  private func name(_ feature: Int) -> String { "“\(manifest.features[feature].name)”" }

  // MARK: Permissions

  private var permissionSteps: [String] {
    let asked = SystemPermission.allCases.compactMap { permission in
      given.permissions[permission].map { ($0.instruction, permission.displayName) }
    }
    return grouped(asked).map { verb, names in
      let permissions = plural("permission", names.count)
      return "\(verb.beginning) the \(listed(names)) \(permissions)\(verb.end)"
    }
  }

  // MARK: Purchases

  private var purchaseSteps: [String] {
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
    return grouped(statuses).map(Self.step) + steps
  }

  private static func step(to status: PurchaseStatus, _ names: [String]) -> String {
    let (products, isOne) = (listed(names), names.count == 1)
    return switch status {
    case .purchased: "buy \(products)"
    case .notPurchased: "do not buy \(products)"
    case .unknown: "make the \(isOne ? "status" : "statuses") of \(products) unknown"
    case .pending: "request approval to buy \(products)"
    case .revoked: "let the store revoke \(products)"
    case .inGracePeriod:
      "put \(products) into \(isOne ? "its grace period" : "their grace periods")"
    case .inBillingRetry: "put \(products) into billing retry"
    case .expired: "let \(products) expire"
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

  private var defaultSteps: [String] {
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
