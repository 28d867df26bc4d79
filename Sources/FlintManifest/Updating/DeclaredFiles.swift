import FlintCore
import FlintText

/// The existing files of a manifest (the manifest itself and the files that it includes), which are updated with the
/// declarations in Swift code. For each feature, product and so on, this type finds the file that already contains it,
/// so that its new text is written to the same file.
///
/// The files are read as JSON only, and not as manifests, because they may be outdated and therefore invalid.
struct DeclaredFiles {
  private struct File {
    let path: String
    let document: JSONDocument

    /// The file that includes this file, and the feature that contains the include; nil for the manifest itself.
    let inclusion: Inclusion?

    /// The ids of the features in the file's list `features`, and of those in the files that this list includes.
    /// Features inside these features are not in the set.
    var features: Set<String> = []
  }

  private struct Inclusion {
    let file: Int

    /// The id of the feature whose list `features` contains the include; nil if the include is in the file's top-level
    /// list.
    let feature: String?
  }

  private let declared: JSONDocument
  private var files: [File] = []

  /// For each key of a list, such as `products`: a dictionary that maps the id of each element to the file that
  /// contains the element. The file is an index in `files`.
  private var owners: [ManifestKey: [String: Int]] = [:]

  static let lists: [ManifestKey] = [
    .groups, .products, .attributes, .conditions, .assume,
  ]

  init(_ declared: JSONDocument) { self.declared = declared }

  static func document(
    of text: String, at path: String
  ) throws(ManifestFileProblem) -> JSONDocument {
    do throws(InvalidInput) {
      return try SourceFile(path: path, text: SourceText(text)).document()
    } catch {
      throw ManifestFileProblem(
        path: path, reason: error.diagnostics.first?.message ?? "not a manifest")
    }
  }

  // MARK: Existing files

  mutating func add(
    _ text: String, at path: String, _ read: (String) -> String?
  ) throws(ManifestFileProblem) {
    try add(text, at: path, read, nil)
  }

  private mutating func add(
    _ text: String, at path: String, _ read: (String) -> String?, _ inclusion: Inclusion?
  ) throws(ManifestFileProblem) {
    let document = try Self.document(of: text, at: path)
    let number = files.count
    files.append(File(path: path, document: document, inclusion: inclusion))
    let (features, includes, owned) = document.withRoot { root in
      (
        Self.list(.features, of: root).compactMap(Self.id), Self.includes(in: root, nil),
        Self.lists.map { key in (key, Self.list(key, of: root).compactMap(Self.id)) }
      )
    }
    for (key, ids) in owned {
      for id in ids where owners[key]?[id] == nil { owners[key, default: [:]][id] = number }
    }
    var top: Int? = number
    while let file = top {
      files[file].features.formUnion(features)
      top = files[file].inclusion.flatMap { $0.feature == nil ? $0.file : nil }
    }
    for (include, feature) in includes {
      let path = Self.normalised(include, from: path)
      if files.contains(where: { $0.path == path }) {
        throw ManifestFileProblem(path: path, reason: "included twice")
      }
      guard let text = read(path) else {
        throw ManifestFileProblem(path: path, reason: "included, but missing")
      }
      try add(text, at: path, read, Inclusion(file: number, feature: feature))
    }
  }

  /// Returns the paths of the files that a file includes. Each path is paired with the id of the feature whose list
  /// `features` contains the include; the id is nil if the include is in the file's top-level list.
  private static func includes(
    in value: JSONValue, _ feature: String?
  ) -> [(path: String, feature: String?)] {
    list(.features, of: value).flatMap { element in
      element.member("include").map { [($0.string ?? "", feature)] }
        ?? includes(in: element, id(element))
    }
  }

  static func list(_ key: ManifestKey, of value: JSONValue) -> [JSONValue] {
    value.member(of: key).map { Array($0.elements) } ?? []
  }

  static func id(_ element: JSONValue) -> String? { element.member("id")?.string }

  static func isInclude(_ element: JSONValue) -> Bool { element.member("include") != nil }

  /// Returns the path of an included file. `path` is written in the file `other`, and is relative to the folder of that
  /// file. The result is relative to the same folder as the path `other`. For example, `audio.json` in `app/flint.json`
  /// gives `app/audio.json`. The result contains no `.`, and `..` only at its beginning.
  private static func normalised(_ path: String, from other: String) -> String {
    var parts: [Substring] = []
    for part in other.split(separator: "/").dropLast() + path.split(separator: "/") {
      switch part {
      case ".": break
      case ".." where parts.last.map { $0 != ".." } ?? false: parts.removeLast()
      default: parts.append(part)
      }
    }
    return (other.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
  }

  // MARK: New contents

  func changes() -> [ManifestFileChange] {
    declared.withRoot { declared in
      files.indices.compactMap { number in
        // If the feature that contained an include is removed, the included file is left unchanged.
        guard let features = features(of: number, in: declared) else { return nil }
        let file = files[number]
        let text = file.document.withRoot { old in
          FileMerge(self, number, declared).text(of: old, features)
        }
        let isSame = file.document.withRoot { old in
          (try? Self.document(of: text, at: file.path))?
            .withRoot { $0.canonicalBytes == old.canonicalBytes } ?? false
        }
        return isSame ? nil : ManifestFileChange(path: file.path, text: text)
      }
    }
  }

  /// Returns the features, among those declared in code, that a file must contain. For the manifest itself, these are
  /// all features. For an included file, these are the features whose ids are already in its list `features`, or in a
  /// file that this list includes.
  ///
  /// Returns nil if the file is included inside a feature that the code no longer declares. The file is then left
  /// unchanged.
  private func features(of file: Int, in declared: JSONValue) -> [JSONValue]? {
    guard let inclusion = files[file].inclusion else { return Self.list(.features, of: declared) }
    let around: [JSONValue]?
    if let id = inclusion.feature {
      around = Self.feature(id, in: declared).map { Self.list(.features, of: $0) }
    } else {
      around = features(of: inclusion.file, in: declared)
    }
    return around?.filter { isIncluded($0, by: file) }
  }

  private static func feature(_ id: String, in value: JSONValue) -> JSONValue? {
    for feature in list(.features, of: value) {
      if Self.id(feature) == id { return feature }
      if let found = Self.feature(id, in: feature) { return found }
    }
    return nil
  }

  private func isIncluded(_ feature: JSONValue, by file: Int) -> Bool {
    Self.id(feature).map { files[file].features.contains($0) } ?? false
  }

  /// Returns whether a feature that is declared in code belongs in the file that an include names. This is the case if
  /// its id is already in the list `features` of that file, or of a file that this list includes.
  ///
  /// - Parameters:
  ///   - include: the element that includes the file, such as `{ "include": "audio.json" }`.
  ///   - file: the index of the file that contains the element `include`.
  func isIncluded(_ feature: JSONValue, by include: JSONValue, of file: Int) -> Bool {
    let path = Self.normalised(include.member("include")?.string ?? "", from: files[file].path)
    return files.firstIndex { $0.path == path }.map { isIncluded(feature, by: $0) } ?? false
  }

  /// Returns whether an element that is declared in code, such as a product, must be written to the file with this
  /// index. An element belongs in the file that already contains an element with the same id. An element with a new id
  /// belongs in the manifest itself, whose index is 0.
  func contains(_ element: JSONValue, of key: ManifestKey, in file: Int) -> Bool {
    (Self.id(element).flatMap { owners[key]?[$0] } ?? 0) == file
  }
}

extension JSONValue {
  func member(of key: ManifestKey) -> JSONValue? {
    members.first { $0.key.string == key.name }?.value
  }
}
