import FlintText

/// A reader of the top-level keys of an included file.
struct PartReader {
  private(set) var problems = InputProblems()

  /// The steps that copy the file's features into the assembled manifest; see ``FeatureOutline``.
  private(set) var features: [FeatureOutline.Step] = []

  /// The byte ranges of the contents of the lists `products`, `attributes` and so on, but not of `features`. A range is
  /// from the start of the first element to the end of the last, without the brackets. An empty list has none.
  private(set) var lists: [PartKey: Range<Int>] = [:]

  /// Whether the file and all its lists could be read.
  private(set) var isWhole = true

  private static let subject = "a part of a manifest"

  init(_ document: JSONDocument) {
    document.withRoot { read($0) }
    problems.addDuplicateKeys(of: document)
  }

  private mutating func read(_ root: JSONValue) {
    guard problems.isObject(root, Self.subject) else {
      isWhole = false
      return
    }
    if root.member("manifestVersion") == nil, let other = InputProblem.FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: Self.subject), atStartOf: root)
      isWhole = false
      return
    }
    var version: JSONValue?
    var features: JSONValue?
    for (key, member) in root.members {
      switch PartKey(key: key) {
      case .manifestVersion: version = member
      case .features:
        if isList(member, .features) { features = member }
      case .groups: add(member, .groups)
      case .products: add(member, .products)
      case .attributes: add(member, .attributes)
      case .conditions: add(member, .conditions)
      case .assume: add(member, .assume)
      case nil where IncludeKey(key: key) != nil:
        isWhole = false
        problems.misplacedInclude(key, member, in: Self.subject)
      case nil: problems.unknownKey(key, in: Self.subject, allowed: PartKey.allCases)
      }
    }
    problems.checkVersion(version, PartKey.manifestVersion, in: Self.subject, of: root)
    if let features { self.features = FeatureOutline(of: features).steps }
  }

  private mutating func add(_ list: JSONValue, _ key: PartKey) {
    if isList(list, key) { lists[key] = list.contents }
  }

  private mutating func isList(_ value: JSONValue, _ key: PartKey) -> Bool {
    if problems.isArray(value, "'\(key.name)'") { return true }
    isWhole = false
    return false
  }
}

extension JSONValue {
  /// Returns the list under a key; nil if there is none or the value is not a list. If the key occurs twice, the last
  /// value is used.
  func list(_ key: PartKey) -> JSONValue? {
    guard let value = last(key), value.kind == .array else { return nil }
    return value
  }

  func has(_ key: PartKey) -> Bool { last(key) != nil }

  private func last(_ wanted: PartKey) -> JSONValue? {
    var found: JSONValue?
    for (key, member) in members where PartKey(key: key) == wanted { found = member }
    return found
  }

  /// The byte range of a list's elements, from the start of the first to the end of the last; nil if the list is empty.
  var contents: Range<Int>? {
    var contents: Range<Int>?
    for element in elements {
      contents = (contents?.lowerBound ?? element.start)..<element.range.upperBound
    }
    return contents
  }
}
