import FlintText

/// A writer of the new text of one file of a manifest. Features, products and other declarations come from Swift code,
/// and the remaining content comes from the old file.
struct FileMerge {
  private let files: DeclaredFiles
  private let number: Int
  private let declared: JSONValue

  init(_ files: DeclaredFiles, _ number: Int, _ declared: JSONValue) {
    self.files = files
    self.number = number
    self.declared = declared
  }

  /// Returns the new text of the file. `old` is its old content, as JSON.
  ///
  /// - Parameter features: the features for the file's list `features`, including those that belong in files which this
  ///   list includes.
  func text(of old: JSONValue, _ features: [JSONValue]) -> String {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      var missing = ManifestKey.allCases.filter { isNew($0, in: old) }
      for (name, value) in old.members {
        let key = ManifestKey.allCases.first { name.string == $0.name }
        while let next = missing.first, let key, next.rank < key.rank {
          write(missing.removeFirst(), nil, features, &writer)
        }
        if let key { write(key, value, features, &writer) } else { copy(name, value, &writer) }
      }
      for key in missing { write(key, nil, features, &writer) }
    }
    writer.endLine()
    return writer.text
  }

  /// Whether to add a key that the old file does not have. A key is added only to the manifest itself, not to included
  /// files, and only if the code declares content for it.
  private func isNew(_ key: ManifestKey, in old: JSONValue) -> Bool {
    number == 0 && old.member(of: key) == nil && declared.member(of: key) != nil
  }

  private func write(
    _ key: ManifestKey, _ old: JSONValue?, _ features: [JSONValue], _ writer: inout JSONWriter
  ) {
    switch key {
    case .manifestVersion, .states, .defaultState:
      if let value = old ?? declared.member(of: key) {
        writer.key(named: key.name)
        writer.value(value)
      }
    case .app:
      guard let app = declared.member(of: key) else { return }
      writer.key(named: key.name)
      merge(app, old, &writer)
    case .groups, .products, .attributes, .conditions, .assume:
      let elements = DeclaredFiles.list(key, of: declared)
        .filter { files.contains($0, of: key, in: number) }
      if elements.isEmpty, old.map({ $0.count > 0 }) ?? true { return }
      writer.key(named: key.name)
      writer.array(of: elements) { merge($0, Self.element(like: $0, in: old), &$1) }
    case .features:
      writer.key(named: key.name)
      self.features(features, old, &writer)
    }
  }

  /// Writes a list of features. If the old list includes files, its order is kept, because the position of an include
  /// in the list determines where the features of its file are. Otherwise, the order is that of the declarations in
  /// code.
  private func features(_ features: [JSONValue], _ old: JSONValue?, _ writer: inout JSONWriter) {
    let elements = old.map { Array($0.elements) } ?? []
    let includes = elements.filter(DeclaredFiles.isInclude)
    let here = features.filter { feature in
      !includes.contains { files.isIncluded(feature, by: $0, of: number) }
    }
    writer.array { writer in
      var written: Set<String> = []
      if !includes.isEmpty {
        for element in elements {
          if DeclaredFiles.isInclude(element) {
            writer.value(element)
          } else if let id = DeclaredFiles.id(element),
            let feature = here.first(where: { DeclaredFiles.id($0) == id }),
            written.insert(id).inserted
          {
            merge(feature, element, &writer)
          }
        }
      }
      for feature in here where DeclaredFiles.id(feature).map({ !written.contains($0) }) ?? true {
        merge(feature, Self.element(like: feature, in: old), &writer)
      }
    }
  }

  private static func element(like new: JSONValue, in list: JSONValue?) -> JSONValue? {
    list?.elements.first { DeclaredFiles.id($0) == DeclaredFiles.id(new) }
  }

  /// Writes an element that is declared in code, such as a product. Extension keys, which begin with `$` or `x-`, are
  /// copied from the old element in the file.
  private func merge(_ new: JSONValue, _ old: JSONValue?, _ writer: inout JSONWriter) {
    writer.object { writer in
      for (name, value) in new.members where !name.equals("features") {
        if name.equals("constraints") {
          writer.key("constraints")
          writer.object { writer in
            for (name, value) in value.members { copy(name, value, &writer) }
            copyOwn(old?.member("constraints"), &writer)
          }
        } else {
          copy(name, value, &writer)
        }
      }
      copyOwn(old, &writer)
      let inner = DeclaredFiles.list(.features, of: new)
      let list = old?.member("features")
      if !inner.isEmpty || list?.elements.contains(where: DeclaredFiles.isInclude) ?? false {
        writer.key("features")
        features(inner, list, &writer)
      }
    }
  }

  private func copyOwn(_ old: JSONValue?, _ writer: inout JSONWriter) {
    guard let old else { return }
    for (name, value) in old.members where name.isExtensionKey { copy(name, value, &writer) }
  }

  private func copy(_ name: JSONValue, _ value: JSONValue, _ writer: inout JSONWriter) {
    writer.key(named: name.string ?? "")
    writer.value(value)
  }
}

extension ManifestKey {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
