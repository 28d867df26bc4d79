import FlintText

/// Functions that read the constraints on a feature's own switches: `runtimeEnabled` (the developers' switch) and
/// `userToggled` (the user's switch).
extension ManifestReader {
  /// Returns whether the value of the key `runtimeEnabled` is `true`, which is the only valid value. Reports any other
  /// value.
  mutating func readRuntimeEnabled(_ value: JSONValue) -> Bool {
    guard let isTrue = problems.bool(value, "'runtimeEnabled'") else { return false }
    if !isTrue { problems.add(.runtimeEnabledFalse, at: value) }
    return isTrue
  }

  /// Reads the value of the key `userToggled`, such as `{ "defaultValue": true }`. Returns whether the user's switch is
  /// on by default; nil if the value is missing or wrong. `facts` contains the default that the same feature declared
  /// earlier, if any; a different default is reported.
  mutating func readToggle(_ value: JSONValue, _ facts: inout FeatureContext) -> Bool? {
    guard value.kind == .object else {
      let isOn = value.bool.map { "\($0)" } ?? value.string.flatMap(Synonyms.boolean) ?? "true"
      problems.addWrongType(
        value, "'userToggled'", .object, write: "{ \"defaultValue\": \(isOn) }")
      return nil
    }
    let members = problems.members(of: value, in: "'userToggled'", as: ToggleKey.self)
    guard let written = members.last?.value, let isOn = problems.bool(written, "'defaultValue'")
    else { return nil }
    if let earlier = facts.toggleDefault, earlier != isOn {
      problems.add(.conflictingDefault(isOn), at: written)
    }
    facts.toggleDefault = facts.toggleDefault ?? isOn
    return isOn
  }
}
