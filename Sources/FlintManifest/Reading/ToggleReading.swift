import FlintText

extension ManifestReader {
  mutating func readRuntimeEnabled(_ value: JSONValue) -> Bool {
    guard let isTrue = problems.bool(value, "'runtimeEnabled'") else { return false }
    if !isTrue { problems.add(.runtimeEnabledFalse, at: value) }
    return isTrue
  }

  /// `{ "defaultValue": true }`, with the same value wherever the feature has it.
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
