extension Manifest.App {
  package func installedVersion(on platform: Platform) -> InstalledVersion {
    (version ?? versions?[platform]).map { .version($0) } ?? .latest
  }
}

extension FeatureDeclaration {
  /// The value that the feature's runtime flag, a switch of the developers, has in a state that does not set the flag.
  package var declaredFlag: Ternary { Ternary(isEnabled ?? true) }

  /// The value that the feature's toggle, a switch of the user, has in a state that does not set it; nil for a feature
  /// without a toggle.
  package var declaredToggle: Bool? {
    var toggle: Bool?
    forEachRequirement {
      if toggle == nil, case .requirement(.userToggled(let isOn)) = $0 { toggle = isOn }
    }
    return toggle
  }
}

extension AttributeDeclaration {
  package var declaredValue: AttributeValue { defaultValue ?? .unknown }
}
