package import FlintModel
package import FlintText

/// A state for the output of a command, together with its manifest. The output does not contain unset values, such as
/// the status of a product that the state does not mention.
package struct WrittenState: Sendable {
  package let state: DeviceState

  package let manifest: Manifest

  package init(_ state: DeviceState, of manifest: Manifest) {
    self.state = state
    self.manifest = manifest
  }

  package static var json: JSONOutput<WrittenState> {
    JSONOutput(.writtenState) { StateWriter.write($0.state, of: $0.manifest, to: &$1) }
  }
}

extension Schema {
  /// The schema of a state in the output of commands, as ``StateWriter`` writes it.
  package static let writtenState = named("givenState") {
    .closed(StateSection.allCases.map { ($0.name, $0.writtenSchema) }, required: [])
      .described("A state; absent values have their defaults")
  }

  package static let writtenVersion = named("writtenVersion") {
    .anyOf(.versionText, .constant("latest"))
  }

  package static let writtenAttributeValue = named("attributeValue") {
    ["type": ["boolean", "string", "integer", "null"]]
  }

  /// The schema of a product's status or, for a consumable, of the number of credits. The end date of a subscription,
  /// which a state can contain instead, is not included; see ``writtenHolding``.
  package static let heldValue = named("heldValue") { .anyOf(.purchaseStatus, .credits) }

  package static let writtenHolding = named("writtenHolding") {
    .anyOf(
      .heldValue,
      .closed(UntilKey.allCases.map { ($0.name, $0.grammar.schema) }, required: ["until"]))
  }
}
