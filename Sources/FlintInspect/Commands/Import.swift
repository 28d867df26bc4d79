extension Command {
  static let `import` = Command(
    name: "import",
    summary: "Convert store configurations, Remote Config, App Store records or flags.",
    arguments: [
      Argument(
        placeholder: "FILE", kind: .file, count: .oneOrMore,
        help: "Files to import; the format is detected from their content.")
    ],
    options: .list(dateOption, typeOption, defaultOption, .output),
    examples: [
      "import Store.storekit",
      "import Store.storekit --output store.json",
      "import remoteconfig.template.json --output remote.json",
      "import statuses.json --date today",
      "import FeatureFlag.swift --output flags.json",
      "import Settings.swift --type Toggle --default isOn",
    ],
    run: { context in
      var files: [ImportedFile] = []
      for path in context.distinct(context.arguments) {
        let file = try ImportedFile(try context.read(path), timeZones: SystemTimeZones())
        if let problem = context.problem(with: file, at: path, after: files) {
          throw problem
        }
        files.append(file)
      }
      let stores = files.compactMap { file in
        if case .storeConfiguration(let store) = file { store } else { nil }
      }
      let records = files.compactMap { file in
        if case .storeRecords(let records) = file { records } else { nil }
      }
      let flags = files.compactMap { file in
        if case .swiftSource(let source) = file { source } else { nil }
      }
      if case .remoteConfigTemplate(let part)? = files.first {
        try context.write(part)
      } else if !records.isEmpty {
        try context.write(records)
      } else if !flags.isEmpty {
        try context.write(flags)
      } else {
        try context.write(stores)
      }
      return .success
    })
}

private let dateOption = Setting.one(
  "date", .text, placeholder: "DATE|today",
  help: "Write subscription statuses on this date instead of end dates.")

private let typeOption = Setting.one(
  "type", .text, placeholder: "NAME", help: "The Swift type that declares the feature flags.")

private let defaultOption = Setting.one(
  "default", .text, placeholder: "NAME",
  help: "The Boolean property with the defaults of the flags of an enum.")

extension CommandContext {
  fileprivate func problem(
    with file: ImportedFile, at path: String, after files: [ImportedFile]
  ) -> Problem? {
    if let first = files.first {
      if first.kind != file.kind {
        return Problem(
          "\(quoted(path)) is \(file.kind.prose), but the first file is \(first.kind.prose)",
          hint: "import files of one kind at a time")
      }
      if file.kind == .remoteConfigTemplate {
        return Problem(
          "\(quoted(path)) is a second Remote Config template",
          hint: "import one Remote Config template at a time")
      }
    }
    let owners: [(option: String, kind: ImportedFile.Kind)] = [
      (dateOption.name, .storeRecords), (typeOption.name, .swiftSource),
      (defaultOption.name, .swiftSource),
    ]
    return owners.first { invocation.has($0.option) && file.kind != $0.kind }.map {
      .usage(
        "option '--\($0.option)' does not apply to \(quoted(path)), \(file.kind.prose)",
        of: "import")
    }
  }

  // MARK: Store configurations

  fileprivate mutating func write(_ stores: [StoreConfiguration]) throws {
    for store in stores where !store.warnings.isEmpty {
      self.diagnostics.write(store.warnings, in: store.source)
    }
    for (source, diagnostics) in ProductImport.disagreements(among: stores) {
      self.diagnostics.write(diagnostics, in: source)
    }
    try writeResult { ProductImport.write(StoreProducts(stores), to: &$0) }
  }

  // MARK: Remote Config templates

  fileprivate mutating func write(_ part: RemoteConfigPart) throws {
    if !part.notes.isEmpty { self.diagnostics.write(part.notes, in: part.source) }
    try writeResult { part.write(to: &$0) }
  }

  // MARK: App Store records

  fileprivate mutating func write(_ files: [StoreRecords]) throws {
    let date = try invocation[dateOption].map { try Clock.date($0, option: dateOption.name) }
    let purchases = try StorePurchases(files, on: date)
    for file in files {
      self.diagnostics.write([StorePurchases.note], in: file.source)
      if !file.notes.isEmpty { self.diagnostics.write(file.notes, in: file.source) }
    }
    if !purchases.testEnvironments.isEmpty {
      diagnostics.warn(
        "the records are from \(purchases.testEnvironments.map(quoted).list()), not from 'Production'"
      )
    }
    for (product, date) in purchases.purchasedLater {
      diagnostics.warn(
        """
        \(quoted(product)) was purchased on \(date), after the date of '--date'; \
        the written state contains this later purchase
        """)
    }
    try writeResult { purchases.write(to: &$0) }
  }

  // MARK: Feature flags

  fileprivate mutating func write(_ files: [SwiftTokens]) throws {
    let flags = try FlagImport(
      files, type: invocation[typeOption], default: invocation[defaultOption])
    if let property = invocation[defaultOption], !flags.hasDefaults {
      throw Problem(
        "no Boolean property \(quoted(property)) has a 'switch' over 'self' that returns literals")
    }
    for (type, properties) in flags.ambiguous {
      let names = alternatives(properties.map { "'--default \($0)'" })
      diagnostics.note(
        "cannot tell whether a property has the defaults of \(quoted(type)); if so, use \(names)")
    }
    noteFlags(
      "cannot read the default, so that 'isEnabled' is null:",
      flags.flags.filter { $0.isEnabled == .unknown }.map(\.name))
    noteFlags(
      "skipped flags whose name cannot be an id, or is that of another flag:",
      flags.leftOut.map(\.code))
    try writeResult { flags.write(to: &$0) }
  }

  private func noteFlags(_ message: String, _ names: [String]) {
    if names.isEmpty { return }
    diagnostics.note("\(message) \(names.map(quoted).list())")
  }
}

extension ImportedFile.Kind {
  fileprivate var prose: String {
    switch self {
    case .storeConfiguration: "a store configuration"
    case .remoteConfigTemplate: "a Remote Config template"
    case .storeRecords: "an App Store records file"
    case .swiftSource: "a Swift file"
    }
  }
}
