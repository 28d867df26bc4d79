extension Manifest.App {
  package func installedVersion(on platform: Platform) -> InstalledVersion {
    (version ?? versions?[platform]).map { .version($0) } ?? .latest
  }
}

extension FeatureDeclaration {
  /// The value of the feature's runtime flag in a state that does not set it. With this flag, the app's developers turn
  /// the feature on or off.
  package var declaredFlag: Ternary { isEnabled ?? .yes }

  /// Nil for a feature without a toggle.
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
