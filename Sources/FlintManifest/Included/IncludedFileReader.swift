import FlintText

/// Checks an included file's keys and finds its lists' texts.
struct IncludedFileReader {
  private(set) var problems = InputProblems()

  private(set) var features: [FeatureCopySteps.Step] = []

  private(set) var lists: [IncludedFileKey: Range<Int>] = [:]

  private(set) var isComplete = true

  private static let subject = "a part of a manifest"

  init(_ document: JSONDocument) {
    document.withRoot { read($0) }
    problems.addDuplicateKeys(of: document)
  }

  private mutating func read(_ root: JSONValue) {
    guard problems.isObject(root, Self.subject) else {
      isComplete = false
      return
    }
    if root.member("manifestVersion") == nil, let other = InputProblem.FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: Self.subject), atStartOf: root)
      isComplete = false
      return
    }
    var version: JSONValue?
    var features: JSONValue?
    for (key, member) in root.members {
      switch IncludedFileKey(key: key) {
      case .manifestVersion: version = member
      case .features:
        if isList(member, .features) { features = member }
      case .groups: add(member, .groups)
      case .products: add(member, .products)
      case .attributes: add(member, .attributes)
      case .conditions: add(member, .conditions)
      case .assume: add(member, .assume)
      case nil where IncludeKey(key: key) != nil:
        isComplete = false
        problems.misplacedInclude(key, member, in: Self.subject)
      case nil: problems.unknownKey(key, in: Self.subject, allowed: IncludedFileKey.allCases)
      }
    }
    problems.checkVersion(version, IncludedFileKey.manifestVersion, in: Self.subject, of: root)
    if let features { self.features = FeatureCopySteps(of: features).steps }
  }

  private mutating func add(_ list: JSONValue, _ key: IncludedFileKey) {
    if isList(list, key) { lists[key] = list.contents }
  }

  private mutating func isList(_ value: JSONValue, _ key: IncludedFileKey) -> Bool {
    if problems.isArray(value, "'\(key.name)'") { return true }
    isComplete = false
    return false
  }
}

extension JSONValue {
  /// The last one of a duplicate key.
  func list(_ key: IncludedFileKey) -> JSONValue? {
    guard let value = last(key), value.kind == .array else { return nil }
    return value
  }

  func has(_ key: IncludedFileKey) -> Bool { last(key) != nil }

  private func last(_ wanted: IncludedFileKey) -> JSONValue? {
    var found: JSONValue?
    for (key, member) in members where IncludedFileKey(key: key) == wanted { found = member }
    return found
  }

  /// Without the brackets; nil if empty.
  var contents: Range<Int>? {
    var contents: Range<Int>?
    for element in elements {
      contents = (contents?.lowerBound ?? element.start)..<element.range.upperBound
    }
    return contents
  }
}
