package import FlintModel
package import FlintText

/// Without unset values; reading it again gives an equal state.
package enum StateWriter {
  /// Entries in the order of the declarations.
  package static func write(
    _ state: DeviceState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    write(PartialState(of: state, in: manifest), of: manifest, to: &writer)
  }

  package static func write(
    _ state: PartialState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      for section in StateSection.allCases { write(section, state, manifest, &writer) }
    }
  }

  /// The caller begins and ends the object.
  static func write(
    _ state: DeviceState, of manifest: Manifest, to writer: inout JSONWriter,
    _ sections: [StateSection]
  ) {
    let given = PartialState(of: state, in: manifest)
    for section in sections { write(section, given, manifest, &writer) }
  }

  private static func write(
    _ section: StateSection, _ state: PartialState, _ manifest: Manifest,
    _ writer: inout JSONWriter
  ) {
    guard state.gives(section) else { return }
    writer.key(section.key)
    section.coding.write(state, manifest, &writer)
  }

  static func write(_ statuses: SystemPermissionStatuses, _ writer: inout JSONWriter) {
    writer.beginObject()
    for permission in SystemPermission.allCases {
      guard let status = statuses[permission] else { continue }
      writer.key(named: permission.name)
      writer.string(status.name)
    }
    writer.endObject()
  }

  package static func write(_ holding: ProductHolding, _ writer: inout JSONWriter) {
    switch holding {
    case .status(let status): writer.string(status.name)
    case .credits(let credits): writer.int(credits)
    case .until(let end, let graceEnd):
      writer.object { writer in
        ManifestWriter.text("until", end.description, &writer)
        if let graceEnd { ManifestWriter.text("graceUntil", graceEnd.description, &writer) }
      }
    }
  }

  static func write(_ flag: Ternary, _ writer: inout JSONWriter) {
    switch flag {
    case .yes: writer.bool(true)
    case .no: writer.bool(false)
    case .unknown: writer.null()
    }
  }

  static func write(
    _ value: AttributeValue, of domain: AttributeDomain, _ writer: inout JSONWriter
  ) {
    writer.scalar(domain.scalar(of: value))
  }

  static func writeDefaults(of state: PartialState, _ writer: inout JSONWriter) {
    writer.beginObject()
    if let status = state.permissionDefault {
      ManifestWriter.text("permission", status.name, &writer)
    }
    if let status = state.purchaseDefault {
      ManifestWriter.text("purchase", status.name, &writer)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  package mutating func scalar(_ value: ScalarValue) {
    switch value {
    case .null: null()
    case .truth(let isOn): bool(isOn)
    case .number(let number): int(number)
    case .string(let text): string(text)
    }
  }
}
