package enum ImportedFile {
  case storeConfiguration(StoreConfiguration)
  case remoteConfigTemplate(RemoteConfigPart)
  case storeRecords(StoreRecords)
  case swiftSource(SwiftTokens)

  package enum Kind: Equatable, Sendable {
    case storeConfiguration, remoteConfigTemplate, storeRecords, swiftSource
  }

  package var kind: Kind {
    switch self {
    case .storeConfiguration: .storeConfiguration
    case .remoteConfigTemplate: .remoteConfigTemplate
    case .storeRecords: .storeRecords
    case .swiftSource: .swiftSource
    }
  }

  /// - Throws: All problems of the file, or that its kind is not supported.
  package init(_ source: SourceFile, timeZones: any TimeZoneFiles) throws(InvalidInput) {
    if source.path.hasSuffix(".swift") {
      self = .swiftSource(try SwiftTokens(checked: source))
      return
    }
    // A text file of App Store records has a JSON Web Signature (JWS) on each line. In the lines of a log, other text
    // precedes it, which is an error that only the reader of these records can explain.
    if source.text.beginsWithToken || source.text.hasTokenInLog {
      self = .storeRecords(try StoreRecords(lines: source))
      return
    }
    if source.text.beginsWithReceipt { throw Self.legacyReceipt(source) }
    let document = try source.document(allowsExtensionKeys: false)
    switch document.withRoot(Self.kind) {
    case .storeConfiguration:
      self = .storeConfiguration(try StoreConfiguration(source, document))
    case .remoteConfigTemplate:
      self = .remoteConfigTemplate(try RemoteConfigPart(source, document, timeZones: timeZones))
    case .storeRecords: self = .storeRecords(try StoreRecords(source, document))
    case .swiftSource, nil:
      throw document.withRoot { root in
        Self.isReceipt(root) ? Self.legacyReceipt(source) : Self.otherFormat(root, in: source)
      }
    }
  }

  private static func otherFormat(_ root: JSONValue, in source: SourceFile) -> InvalidInput {
    var diagnostic = Diagnostic.otherFormat(
      FileFormat(of: root) ?? .somethingElse,
      wanted: "a store configuration, a Remote Config template or App Store records"
    ).at(root.start..<root.start + 1)
    if root.members.contains(where: { $0.value.isParameter }) {
      diagnostic.hint = "for a Remote Config template, write { \"parameters\": { … } }"
    }
    return InvalidInput(source, [diagnostic])
  }

  private static func legacyReceipt(_ source: SourceFile) -> InvalidInput {
    let diagnostic = ImportRule.invalidRecord.diagnostic(
      "this is a legacy receipt; expected App Store Server API records",
      hint: """
        use the transaction history and the subscription statuses of the App Store Server API, \
        which contain the same purchases
        """,
      at: 0..<1)
    return InvalidInput(source, [diagnostic])
  }

  private static func kind(_ root: JSONValue) -> Kind? {
    if root.kind == .array || root.kind == .string { return .storeRecords }
    if root.has(["manifestVersion", "scenarioVersion"]) { return nil }
    if root.has(StoreConfiguration.sections) { return .storeConfiguration }
    // A Remote Config template has an object under `version`; a notification of the App Store has a string.
    if root.has(RemoteConfigPart.sections) || root.member("version")?.kind == .object {
      return .remoteConfigTemplate
    }
    return !isReceipt(root) && root.has(StoreRecords.keys) ? .storeRecords : nil
  }

  private static func isReceipt(_ root: JSONValue) -> Bool {
    !root.has(["manifestVersion", "scenarioVersion"])
      && root.has(["latest_receipt_info", "latest_receipt", "pending_renewal_info", "receipt"])
  }
}

extension JSONValue {
  fileprivate func has(_ keys: [StaticString]) -> Bool { keys.contains { member($0) != nil } }

  fileprivate var isParameter: Bool {
    kind == .object && (member("defaultValue") != nil || member("conditionalValues") != nil)
  }
}

extension SourceText {
  private var firstLine: Slice<UnsafeRawBufferPointer> {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return bytes[(hasMark ? 3 : 0)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      .prefix { $0 != 0x0A && $0 != 0x0D }
  }

  fileprivate var beginsWithToken: Bool {
    let line = firstLine
    let word = line.prefix {
      $0.isLetterOrDigit || $0 == "-" || $0 == "_"
    }
    // The header of a JWS begins with `{"`, which is `eyJ` in base64. Any other word before a dot must contain a
    // letter, because a number with a fraction has a dot, too. The header may have been cut off before the dot.
    return word.starts(with: "eyJ".utf8) || line.starts(with: ".eyJ".utf8)
      || (word.contains { $0 | 0x20 > UInt8(ascii: "9") }
        && line.dropFirst(word.count).first == ".")
  }

  fileprivate var hasTokenInLog: Bool {
    guard let first = firstLine.first, !"{\"".utf8.contains(first) else { return false }
    return firstLine.prefix(1000).split(separator: UInt8(ascii: " ")).dropFirst()
      .contains { $0.starts(with: "eyJ".utf8) }
  }

  /// Whether this is a legacy receipt. It begins with 64 characters of base64, as JSON never does.
  fileprivate var beginsWithReceipt: Bool {
    let start = firstLine.prefix(64)
    return start.count == 64
      && start.allSatisfy {
        $0.isLetterOrDigit || $0 == "+" || $0 == "/"
          || $0 == "="
      } && start.contains { $0 > UInt8(ascii: "9") }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "A"..."Z", "a"..."z", "0"..."9": true
    default: false
    }
  }
}
