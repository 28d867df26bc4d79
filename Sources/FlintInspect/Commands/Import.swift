import FlintManifest
import FlintModel
import FlintProject
import FlintText

extension Command {
  static let `import` = Command(
    name: "import",
    summary: "Convert store configurations, Remote Config or App Store records.",
    arguments: [
      Argument(
        placeholder: "FILE", kind: .file, count: .oneOrMore,
        help: "Files to import; the format is detected from their content.")
    ],
    options: .list(dateOption, .output),
    examples: [
      "import Store.storekit",
      "import Store.storekit --output store.json",
      "import remoteconfig.template.json --output remote.json",
      "import statuses.json --date today",
    ],
    run: { context in
      var files: [ImportedFile] = []
      for path in context.distinct(context.invocation.arguments) {
        let file = try context.readImport(path)
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
      if case .remoteConfigTemplate(let part)? = files.first {
        try context.write(part)
      } else if !records.isEmpty {
        try context.write(records)
      } else {
        try context.write(stores)
      }
      return .success
    })
}

private let dateOption = Setting.one(
  "date", .text, placeholder: "DATE|today",
  help: "Write subscription statuses on this date instead of end dates.")

extension CommandContext {
  fileprivate mutating func readImport(_ path: String) throws -> ImportedFile {
    let source = try read(path)
    return try ImportedFile(source, timeZones: SystemTimeZones())
  }

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
    guard invocation.has(dateOption.name), file.kind != .storeRecords else { return nil }
    return .usage(
      "option '--\(dateOption.name)' does not apply to \(quoted(path)), \(file.kind.prose)",
      of: "import")
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
      self.diagnostics.write(StorePurchases.note, path: file.source.path)
      if !file.notes.isEmpty { self.diagnostics.write(file.notes, in: file.source) }
    }
    if !purchases.testEnvironments.isEmpty {
      let environments = purchases.testEnvironments.map(quoted).joined(separator: ", ")
      diagnostics.warn("the records are from \(environments), not from 'Production'")
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
}

extension ImportedFile.Kind {
  fileprivate var prose: String {
    switch self {
    case .storeConfiguration: "a store configuration"
    case .remoteConfigTemplate: "a Remote Config template"
    case .storeRecords: "an App Store records file"
    }
  }
}
