import FlintText

/// A reader of a file that a manifest includes. It checks the top-level keys, and finds the text of each list in the
/// file, such as `products`. These texts are then copied into the text of the whole manifest.
struct IncludedFileReader {
  private(set) var problems = InputProblems()

  /// The steps that copy the file's features into the text of the whole manifest; see ``FeatureCopySteps``.
  private(set) var features: [FeatureCopySteps.Step] = []

  /// The text of each list, such as `products`, as a byte range in the file: from the start of the first element to the
  /// end of the last, without the brackets. Empty lists have no entry, and neither has the list `features`, which is in
  /// ``features`` instead.
  private(set) var lists: [IncludedFileKey: Range<Int>] = [:]

  /// Whether all lists of the file could be read. If not, declarations may be missing, so an id that is used and not
  /// declared is not necessarily a mistake.
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
  /// Returns the value under a key of this object if it is a list; otherwise nil. If the key occurs twice, the last
  /// value is used.
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

  /// The byte range of this list's elements, from the start of the first to the end of the last, without the brackets;
  /// nil if the list is empty.
  var contents: Range<Int>? {
    var contents: Range<Int>?
    for element in elements {
      contents = (contents?.lowerBound ?? element.start)..<element.range.upperBound
    }
    return contents
  }
}
