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
    run: { (context) throws(CommandFailure) in
      var files: [ImportedFile] = []
      for path in context.distinct(context.invocation.arguments) {
        let file = try context.readImport(path)
        if let problem = context.problem(with: file, at: path, after: files) {
          throw .usage(UsageProblems(problems: [problem], command: "import"))
        }
        files.append(file)
      }
      let stores = files.compactMap { file in
        if case .storeConfiguration(let store) = file { store } else { nil }
      }
      let records = files.compactMap { file in
        if case .storeRecords(let records) = file { records } else { nil }
      }
      if case .remoteConfigTemplate(let template)? = files.first {
        try context.write(RemoteConfigPart(template), of: template)
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
  fileprivate mutating func readImport(_ path: String) throws(CommandFailure) -> ImportedFile {
    let source = try read(path)
    do throws(InvalidInput) {
      return try ImportedFile(source, timeZones: SystemTimeZones())
    } catch {
      throw .invalidInput(error)
    }
  }

  fileprivate func problem(
    with file: ImportedFile, at path: String, after files: [ImportedFile]
  ) -> UsageProblem? {
    if let first = files.first {
      if first.kind != file.kind { return .mixedImport(path, file.kind, first: first.kind) }
      if file.kind == .remoteConfigTemplate { return .severalTemplates(path) }
    }
    return invocation.has(dateOption.name) && file.kind != .storeRecords
      ? .foreignImportOption(dateOption.name, path, file.kind) : nil
  }

  // MARK: Store configurations

  fileprivate mutating func write(_ stores: [StoreConfiguration]) throws(CommandFailure) {
    for store in stores where !store.warnings.isEmpty {
      self.diagnostics.write(store.warnings, in: store.source)
    }
    for (source, diagnostics) in ProductImport.disagreements(among: stores) {
      self.diagnostics.write(diagnostics, in: source)
    }
    try writeResult { ProductImport.write(StoreProducts(stores), to: &$0) }
  }

  // MARK: Remote Config templates

  fileprivate mutating func write(
    _ part: RemoteConfigPart, of template: RemoteConfigTemplate
  ) throws(CommandFailure) {
    if !part.notes.isEmpty {
      self.diagnostics.write(part.notes, in: template.source)
    }
    try writeResult { part.write(to: &$0) }
  }

  // MARK: App Store records

  fileprivate mutating func write(_ files: [StoreRecords]) throws(CommandFailure) {
    var date: DateTime?
    if let text = invocation[dateOption] {
      date = Clock.date(text)
      if date == nil { throw .values([.notADate(text, option: dateOption.name)]) }
    }
    let purchases: StorePurchases
    do throws(InvalidInput) {
      purchases = try StorePurchases(files, on: date)
    } catch {
      throw .invalidInput(error)
    }
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
