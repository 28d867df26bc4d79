package import FlintModel
package import FlintText

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
  /// As ``StateWriter`` writes it.
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

  /// Without end dates; see ``writtenHolding``.
  package static let heldValue = named("heldValue") { .anyOf(.purchaseStatus, .credits) }

  package static let writtenHolding = named("writtenHolding") {
    .anyOf(
      .heldValue,
      .closed(UntilKey.allCases.map { ($0.name, $0.grammar.schema) }, required: ["until"]))
  }
}
