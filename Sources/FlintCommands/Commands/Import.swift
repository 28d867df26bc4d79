internal import FlintCore
internal import FlintManifest
internal import FlintProject
internal import FlintText

extension Command {
  static let `import` = Command(
    name: "import",
    summary: "Convert store configurations, Remote Config or App Store records.",
    arguments: [
      Argument(
        placeholder: "FILE", kind: .file, count: .oneOrMore,
        help: "Files to import; the format is detected from their content.")
    ],
    options: .list(intoOption, dateOption, .output),
    examples: [
      "import Store.storekit",
      "import Store.storekit --into manifest.json",
      "import remoteconfig.template.json --output remote.json",
      "import statuses.json --date today",
    ],
    run: { (context) throws(CommandFailure) in
      var files: [ImportedFile] = []
      for path in context.invocation.arguments {
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

private let intoOption = Setting.one(
  "into", .file,
  help: "Add the imported products or conditions to this manifest.")

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

  /// Returns a problem if a file cannot be imported together with the files before it, or with the given options;
  /// otherwise nil. For example, App Store records cannot be imported together with a Remote Config template.
  fileprivate func problem(
    with file: ImportedFile, at path: String, after files: [ImportedFile]
  ) -> UsageProblem? {
    if let first = files.first {
      if first.kind != file.kind { return .mixedImport(path, file.kind, first: first.kind) }
      if file.kind == .remoteConfigTemplate { return .severalTemplates(path) }
    }
    let foreign: [(option: String, kinds: [ImportedFile.Kind])] = [
      (intoOption.name, [.storeRecords]),
      (dateOption.name, [.storeConfiguration, .remoteConfigTemplate]),
    ]
    for (option, kinds) in foreign where invocation.has(option) && kinds.contains(file.kind) {
      return .foreignImportOption(option, path, file.kind)
    }
    return nil
  }

  // MARK: Store configurations

  fileprivate mutating func write(_ stores: [StoreConfiguration]) throws(CommandFailure) {
    for store in stores where !store.warnings.isEmpty {
      self.diagnostics.write(store.warnings, in: store.source)
    }
    for (source, diagnostics) in ProductImport.disagreements(among: stores) {
      self.diagnostics.write(diagnostics, in: source)
    }
    let products = StoreProducts(stores)
    guard let path = invocation[intoOption] else {
      return try writeResult { ProductImport.write(products, to: &$0) }
    }
    try refuseRevision(path)
    let file = try readManifest(path)
    let additions = StoreAdditions(of: products, to: file)
    let differences = ProductImport.differences(products, from: file, adding: additions)
    if !differences.isEmpty {
      diagnostics.write(differences, in: file.source)
    }
    let changed = ProductInsertion.files(of: additions, in: file)
    try write(changed, of: file, at: path) { number, sink in
      ProductInsertion(of: additions, into: file, number: number).write(to: &sink)
    }
  }

  // MARK: Remote Config templates

  fileprivate mutating func write(
    _ part: RemoteConfigPart, of template: RemoteConfigTemplate
  ) throws(CommandFailure) {
    if !part.notes.isEmpty {
      self.diagnostics.write(part.notes, in: template.source)
    }
    guard let path = invocation[intoOption] else {
      return try writeResult { part.write(to: &$0) }
    }
    try refuseRevision(path)
    let file: ManifestFile
    do throws(CommandFailure) {
      file = try readManifest(path)
    } catch .invalidInput(let input) {
      throw .invalidInput(input.addingImportHints(of: part))
    }
    let insertion: PartInsertion
    do throws(InvalidInput) {
      insertion = try PartInsertion(of: part, into: file)
    } catch {
      throw .invalidInput(error)
    }
    if !insertion.warnings.isEmpty { diagnostics.write(insertion.warnings, in: file.source) }
    try write(insertion.changedFiles, of: file, at: path) { insertion.write($0, to: &$1) }
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
    for (product, date) in purchases.purchasedLater {
      diagnostics.warn(
        """
        \(quoted(product)) was purchased on \(date), after the date of '--date'; \
        the written state contains this later purchase
        """)
    }
    try writeResult { purchases.write(to: &$0) }
  }

  // MARK: Manifests

  /// Writes the files of a manifest that the import has changed. With `--output`, writes only the main file, to the
  /// path in that option, and warns about each included file that should have changed.
  ///
  /// - Parameters:
  ///   - changed: The indices of the changed files, in ascending order. Index 0 is the main file, and the included
  ///     files follow.
  ///   - body: Writes the new text of the file whose index it receives.
  private mutating func write(
    _ changed: [Int], of file: ManifestFile, at path: String,
    _ body: (Int, inout ByteSink) -> Void
  ) throws(CommandFailure) {
    let target = invocation[.output] ?? path
    for number in changed where number > 0 {
      let included = file.parts[number]
      guard invocation[.output] == nil else {
        let message =
          "did not change \(quoted(included.source.path)); '--output' writes only the main manifest file"
        diagnostics.warn(message)
        continue
      }
      try write(to: included.path) { body(number, &$0) }
    }
    if changed.first == 0 || target != path || path == "-" {
      try write(to: target) { body(0, &$0) }
    }
  }
}
