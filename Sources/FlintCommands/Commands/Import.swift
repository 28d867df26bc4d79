internal import FlintManifest
internal import FlintProject
internal import FlintText

extension Command {
  static let `import` = Command(
    name: "import",
    summary: "Products and groups from .storekit files, as a part of a manifest.",
    arguments: [
      Argument(
        placeholder: "FILE", kind: .file, count: .oneOrMore,
        help: "The store configurations that Xcode keeps for testing.")
    ],
    options: .list(intoOption, .output),
    examples: [
      "import Store.storekit",
      "import Store.storekit --into manifest.json",
    ],
    run: { (context) throws(CommandFailure) in
      var stores: [StoreConfiguration] = []
      for path in context.invocation.arguments {
        stores.append(try context.readStore(path))
      }
      for store in stores where !store.warnings.isEmpty {
        Diagnostics.write(store.warnings, in: store.source, color: context.colorChoice)
      }
      for (source, diagnostics) in ProductImport.disagreements(among: stores) {
        Diagnostics.write(diagnostics, in: source, color: context.colorChoice)
      }
      let products = StoreProducts(stores)
      guard let path = context.invocation[intoOption] else {
        try context.writeResult { ProductImport.write(products, to: &$0) }
        return .success
      }
      try context.add(products, to: path)
      return .success
    })
}

private let intoOption = Setting.one(
  "into", .file,
  help: "Add what this manifest lacks to it, and tell what it says differently.")

extension CommandContext {
  mutating func readStore(_ path: String) throws(CommandFailure) -> StoreConfiguration {
    let source = try read(path)
    do throws(InvalidInput) {
      return try StoreConfiguration(source)
    } catch {
      throw .invalidInput(error)
    }
  }

  /// Adds products to the manifest in a file, or to a copy of it where `--output` says.
  fileprivate mutating func add(
    _ products: StoreProducts, to path: String
  ) throws(CommandFailure) {
    try refuseRevision(path)
    let file = try readManifest(path)
    let additions = StoreAdditions(of: products, to: file)
    let differences = ProductImport.differences(products, from: file, adding: additions)
    if !differences.isEmpty {
      Diagnostics.write(differences, in: file.source, color: colorChoice)
    }
    let target = invocation[.output] ?? path
    let changed = ProductInsertion.files(of: additions, in: file)
    for number in changed where number > 0 {
      let included = file.parts[number]
      guard invocation[.output] == nil else {
        let message = "left \(quoted(included.source.path)) as it is, which lacks a group"
        Diagnostics.warn(message, colorChoice)
        continue
      }
      let insertion = ProductInsertion(of: additions, into: file, number: number)
      try write(to: included.path) { insertion.write(to: &$0) }
    }
    if changed.first == 0 || target != path || path == "-" {
      let insertion = ProductInsertion(of: additions, into: file)
      try write(to: target) { insertion.write(to: &$0) }
    }
  }
}
