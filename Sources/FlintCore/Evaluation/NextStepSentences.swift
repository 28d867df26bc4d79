/// The one place that says in words what to do next.
extension NextStep {
  /// One sentence to the app's team, without a full stop: what to tell, offer or ask the user.
  public func message(in state: ResolvedState) -> String {
    let manifest = state.manifest
    let named = subjects.map { $0.spokenName(in: manifest) }
    let all = named.joined(separator: ", ")
    return switch action {
    case .explainUnsupported: "Explain what is not supported here: \(all)"
    case .explainRestricted: "Explain what is restricted on this device: \(all)"
    case .upgradeOS: "Ask for an update of \(state.platform.name)"
    case .upgradeApp: "Ask for an update of the app"
    case .notEnabled: "Leave it hidden, the app does not enable it: \(all)"
    case .waitForStatus: "Wait until it is known: \(all)"
    case .spendCredits: "Offer to spend credits: \(all)"
    case .offerPurchase: "Offer \(all)"
    case .waitForPurchaseStatus: "Wait for the store’s answer: \(all)"
    case .enableToggle: "Let the user turn on \(all)"
    case .changeAttribute: "Let the user change \(all)"
    case .openSettings: "Send the user to Settings to allow \(all)"
    case .requestPermission: "Ask for \(all)"
    }
  }
}

extension NextStep.Subject {
  /// The subject as people call it: `“Dynamic Speed”`, `the camera permission`.
  public func spokenName(in manifest: Manifest) -> String {
    switch self {
    case .platform(let platform): platform.name
    case .appVersion: "the app version"
    case .permission(let permission): "the \(permission.spokenName) permission"
    case .product(let product): "“\(manifest.products[product].name)”"
    case .feature(let feature): "“\(manifest.features[feature].name)”"
    case .attribute(let attribute): "“\(manifest.attributes[attribute].name)”"
    }
  }
}
