internal import FlintAnalysis
internal import FlintCore

/// Says what is to be done, as one gives directions.
struct ChangeSentences {
  private let state: ResolvedState

  init(_ state: ResolvedState) { self.state = state }

  /// One sentence without a full stop: `Buy “Premium”, then allow the camera permission when asked`.
  ///
  /// What the device and the app need comes first, then what costs money; nobody is asked before they have paid.
  func sentence(for changes: [Change]) -> String {
    let ordered = changes.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    var steps: [String] = []
    var permissions: [Authorization] = []
    for change in ordered {
      if case .authorize(let permission, let status) = change {
        permissions.append((permission, status))
      } else {
        steps.append(step(change))
      }
    }
    steps += authorizations(permissions)
    let sentence = steps.joined(separator: ", then ")
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  private func rank(_ change: Change) -> Int {
    switch change {
    case .changePlatform: 0
    case .upgradeOS: 1
    case .upgradeApp: 2
    case .waitForDate: 3
    case .enableRuntime, .disableRuntime: 4
    case .enterRollout, .leaveRollout: 5
    case .setAttribute: 6
    case .purchase: 7
    case .unlock: 8
    case .enableToggle, .disableToggle: 9
    // Told together, behind everything else.
    case .authorize: 10
    }
  }

  private func step(_ change: Change) -> String {
    let manifest = state.manifest
    switch change {
    case .changePlatform(let platform): return "use the app on \(platform.name)"
    case .upgradeOS(let platform, let version): return "update \(platform.name) to \(version)"
    case .upgradeApp(let version): return "update the app to \(version)"
    case .waitForDate(let date): return "wait until \(date)"
    case .enableRuntime(let feature):
      return "enable “\(manifest.features[feature].name)” in the app"
    case .disableRuntime(let feature):
      return "disable “\(manifest.features[feature].name)” in the app"
    case .enterRollout(let bucket):
      return "put this customer first in “\(manifest.buckets[bucket])”"
    case .leaveRollout(let bucket, let percent):
      return "put this customer at \(percent) % of “\(manifest.buckets[bucket])”"
    case .setAttribute(let attribute, let value): return set(attribute, value)
    case .purchase(let product): return purchase(product)
    case .unlock(let feature):
      return "spend credits to unlock “\(manifest.features[feature].name)”"
    case .enableToggle(let feature): return "turn on “\(manifest.features[feature].name)”"
    case .disableToggle(let feature): return "turn off “\(manifest.features[feature].name)”"
    case .authorize(let permission, let status):
      return authorizations([(permission, status)]).joined()
    }
  }

  /// Whoever has a subscription of the group switches to another one.
  private func purchase(_ product: Int) -> String {
    let manifest = state.manifest
    let name = "“\(manifest.products[product].name)”"
    let current = manifest.rivals(of: product).first { state.status(of: $0)?.isActive == true }
    return current.map { "switch from “\(manifest.products[$0].name)” to \(name)" } ?? "buy \(name)"
  }

  private func set(_ attribute: Int, _ value: AttributeValue) -> String {
    let declaration = state.manifest.attributes[attribute]
    let name = "“\(declaration.name)”"
    switch (value, declaration.domain) {
    case (.unknown, _), (.choice, .boolean): return "forget \(name)"
    case (.boolean(let isOn), _): return "set \(name) to \(isOn.switchWord)"
    case (.choice, _), (.text, _):
      return "set \(name) to “\(ConstraintFacts.Value(value, of: declaration).spoken)”"
    case (.integer, _), (.version, _), (.date, _):
      let word = ConstraintFacts.Value(value, of: declaration).spoken
      let isAwaited = declaration.owner == .environment && declaration.domain != .date
      return isAwaited ? "wait until \(name) is \(word)" : "set \(name) to \(word)"
    }
  }

  private typealias Authorization = (
    permission: SystemPermission, status: SystemPermissionStatus
  )

  /// One step for all that are asked for, one for all that take the Settings, one for all that are restricted.
  private func authorizations(_ permissions: [Authorization]) -> [String] {
    func names(_ isMeant: (SystemPermissionStatus) -> Bool) -> String? {
      let names = permissions.filter { isMeant(state.status(of: $0.permission)) }.map {
        $0.permission.spokenName + detail($0.status)
      }
      guard let last = names.last else { return nil }
      if names.count == 1 { return "the \(last) permission" }
      return "the \(names.dropLast().joined(separator: ", ")) and \(last) permissions"
    }
    let steps = [
      names { $0 == .restricted }.map { "lift the restriction on \($0)" },
      names(\.isDecided).map { "allow \($0) in Settings" },
      names { $0 != .restricted && !$0.isDecided }.map { "allow \($0) when asked" },
    ]
    return steps.compactMap { $0 }
  }

  private func detail(_ status: SystemPermissionStatus) -> String {
    switch status {
    case .limited: " (limited)"
    case .provisional: " (provisional)"
    case .authorized, .notDetermined, .denied, .restricted, .unsupported: ""
    }
  }
}

extension SystemPermissionStatus {
  /// Whether the user has answered, so that only the Settings change it.
  fileprivate var isDecided: Bool {
    switch self {
    case .authorized, .limited, .provisional, .denied: true
    case .notDetermined, .restricted, .unsupported: false
    }
  }
}
