import FlintText

/// Reads what an included file consists of.
struct PartReader {
  private(set) var problems = InputProblems()

  /// The steps of its features, and what it adds to the manifest's other lists: from the first element of each to the end
  /// of the last.
  private(set) var features: [FeatureOutline.Step] = []
  private(set) var lists: [PartKey: Range<Int>] = [:]

  /// Whether it is what it should be, so that everything in it has been found.
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
  /// The list under a key, that which counts where it is given twice; nil for anything else.
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

  /// Of a list: from the first element to the end of the last; nil where there is none.
  var contents: Range<Int>? {
    var contents: Range<Int>?
    for element in elements {
      contents = (contents?.lowerBound ?? element.start)..<element.range.upperBound
    }
    return contents
  }
}
