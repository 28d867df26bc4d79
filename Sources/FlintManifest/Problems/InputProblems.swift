/// The problems of a file, with readers for values of all formats. An invalid value is recorded and
/// becomes nil, so that reading goes on.
package struct InputProblems {
  package private(set) var found: [Diagnostic] = []
  /// Offsets of repeated ids, each with that of the first declaration.
  package var repetitions: [(offset: Int, first: Int)] = []
  /// Offsets of first declarations. All ids of one kind are read in succession, so the last offsets
  /// are of the current kind.
  private var firstOffsets: [Int] = []
  private var comparisonsLeft = 300_000
  /// Undeclared groups for which a hint has already shown a declaration.
  private var advisedGroups: Set<String> = []

  package init() {}

  package mutating func add(_ problem: Diagnostic) { found.append(problem) }

  package mutating func add(_ problem: Diagnostic, at value: JSONValue) {
    add(problem, at: value.range)
  }

  package mutating func add(_ problem: Diagnostic, at range: Range<Int>) {
    found.append(problem.at(range))
  }

  /// Reports at the opening bracket what an object lacks.
  package mutating func add(_ problem: Diagnostic, atStartOf value: JSONValue) {
    found.append(problem.at(value.start..<value.start + 1))
  }

  package mutating func add(
    _ rule: InputRule, _ message: String, hint: String? = nil, write corrections: [String] = [],
    at value: JSONValue
  ) {
    add(Diagnostic(rule, message, hint: hint, write: corrections), at: value)
  }

  package mutating func addDuplicateKeys(of document: JSONDocument) {
    for duplicate in document.duplicateKeys {
      document.withValue(at: duplicate.second) { add(.duplicateKey($0.string ?? ""), at: $0) }
    }
  }

  // MARK: Keys

  /// Whether the value is an object. Reports another value, and unknown and missing keys.
  package mutating func isObject(_ value: JSONValue, _ form: ObjectGrammar) -> Bool {
    guard isObject(value, form.owner) else { return false }
    check(value, form)
    return true
  }

  /// Reports unknown and missing keys.
  package mutating func check(_ object: JSONValue, _ form: ObjectGrammar) {
    for (key, _) in object.members where !form.has(key) { unknownKey(key, in: form) }
    checkRequired(of: object, form)
  }

  mutating func checkRequired(of object: JSONValue, _ form: ObjectGrammar) {
    for required in form.required
    where !object.members.contains(where: { $0.key.equals(required) }) {
      add(.missingKey(required, in: form.owner), atStartOf: object)
    }
  }

  /// Reports an unknown key. False for extension keys, which are ignored.
  @discardableResult
  package mutating func unknownKey(_ key: JSONValue, in form: ObjectGrammar) -> Bool {
    unknownKey(key, in: form.owner, allowed: form.names)
  }

  @discardableResult
  package mutating func unknownKey(_ key: JSONValue, in owner: String, allowed names: [String])
    -> Bool
  {
    if key.isExtensionKey { return false }
    let name = key.string ?? ""
    let meant = Synonyms.word(name, among: names) ?? nearest(to: name, among: names)
    add(.unknownKey(name, in: owner, nearest: meant), at: key)
    return true
  }

  /// - Parameter written: The text to write instead.
  package mutating func misplacedKey(_ key: JSONValue, in owner: String, write written: String) {
    add(
      .unknownKey, "unknown key '\(key.string ?? "")' in \(owner)", hint: "write \(written)",
      at: key)
  }

  /// Reports an include where none is allowed. Only lists of features can have one.
  mutating func misplacedInclude(_ key: JSONValue, _ path: JSONValue, in owner: String) {
    let include = "\"include\": \(path.shortSource ?? "…")"
    misplacedKey(key, in: owner, write: "\"features\": [{ \(include) }]")
  }

  /// Whether a file's root is an object of this format. Reports keys and version, too.
  package mutating func isFile(
    _ root: JSONValue, _ form: ObjectGrammar, version: StaticString, allowing key: StaticString = ""
  ) -> Bool {
    guard isObject(root, form.owner) else { return false }
    // A file in another format would give an unknown key for each key; report one problem instead.
    if root.member(version) == nil, let other = FileFormat(of: root) {
      add(.otherFormat(other, wanted: form.owner), atStartOf: root)
      return false
    }
    for (other, _) in root.members where !form.has(other) && !other.equals(key) {
      unknownKey(other, in: form)
    }
    checkVersion(version, of: root, in: form.owner)
    return true
  }

  /// Whether the root of a manifest or of a part is an object. Reports includes at the top, too.
  mutating func isManifest(_ root: JSONValue, _ form: ObjectGrammar) -> Bool {
    guard isFile(root, form, version: "manifestVersion", allowing: "include") else { return false }
    for (key, member) in root.members where key.equals("include") {
      misplacedInclude(key, member, in: form.owner)
    }
    return true
  }

  /// Reports a version other than 1.
  package mutating func checkVersion(_ key: StaticString, of root: JSONValue, in subject: String) {
    guard let value = root.member(key) else {
      return add(.missingKey("\(key)", in: subject), atStartOf: root)
    }
    guard let version = integer(value, "'\(key)'", atLeast: .min), version != 1 else { return }
    add(.unsupportedVersion(found: "\(version)", subject: "\(key)"), at: value)
  }

  // MARK: Names

  package mutating func nearest(to name: String, among names: [String]) -> String? {
    guard names.count <= comparisonsLeft else { return nil }
    comparisonsLeft -= names.count
    return nearestName(to: name, among: names)
  }

  /// Declares an id. False, with a report, if it is already declared.
  package mutating func declare(
    _ id: String, at value: JSONValue, _ kind: NameKind, in names: inout NameIndex
  ) -> Bool {
    let (index, isNew) = names.insert(id)
    if isNew {
      firstOffsets.append(value.start)
    } else {
      add(.duplicateID(id, of: kind), at: value)
      repetitions.append(
        (value.start, firstOffsets[firstOffsets.count - names.names.count + index]))
    }
    return isNew
  }

  /// The index of a declared name; otherwise reports it and returns nil.
  /// - Parameter displayNames: In the order of `names`. An author who writes a display name gets
  ///   the id as a hint.
  package mutating func index(
    of name: JSONValue, in names: NameIndex, _ kind: NameKind,
    called displayNames: () -> [String] = { [] }
  ) -> Int? {
    if let index = names.index(of: name) { return index }
    addUndeclared(name, kind, among: names.names, called: displayNames)
    return nil
  }

  /// - Parameter displayNames: In the order of `ids`. An author who writes a display name gets the
  ///   id as a hint.
  package mutating func addUndeclared(
    _ name: JSONValue, _ kind: NameKind, among ids: [String],
    called displayNames: () -> [String] = { [] }
  ) {
    let text = name.string ?? ""
    let meant = self.meant(by: text, among: ids, called: displayNames)
    var hint =
      meant.isEmpty ? nil : "did you mean " + alternatives(meant.map { "'\($0)'" }) + "?"
    if kind == .group, meant.isEmpty, advisedGroups.insert(text).inserted {
      hint = """
        declare it under 'groups': { "id": \(JSONText.quoted(text)), \
        "levels": ["basic", "pro"] }; 'levels' is optional, lowest first
        """
    }
    var problem = Diagnostic.undeclared(text, kind, hint: hint)
    problem.replacements = meant.map { .init(JSONText.quoted($0)) }
    add(problem, at: name)
  }

  private mutating func meant(
    by text: String, among ids: [String], called displayNames: () -> [String]
  ) -> [String] {
    let nearest = nearest(to: text, among: ids)
    let names = ids.count <= comparisonsLeft ? displayNames() : []
    comparisonsLeft -= names.count
    let lowercased = text.lowercased()
    if let called = names.firstIndex(where: { $0.lowercased() == lowercased }) {
      return [ids[called]]
    }
    if let nearest { return [nearest] }
    if names.isEmpty { return [] }
    let similar = similarNames(to: text, among: Array(ids.indices)) { [ids[$0], names[$0]] }
    return similar.prefix(8).map { ids[$0] }
  }

  /// - Parameter subject: The kind of value, in words: `product type`.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, as type: Value.Type
  ) -> Value? {
    self.value(value, of: subject, among: Array(type.allCases))
  }

  /// - Parameter subject: The kind of value, in words: `product type`.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, among cases: [Value]
  ) -> Value? {
    if let text = value.string, let found = cases.first(where: { $0.name.isSame(as: text) }) {
      return found
    }
    return index(of: value, named: subject, among: cases.map(\.name)).map { cases[$0] }
  }

  /// - Parameter subject: The kind of value, in words: `outcome`.
  package mutating func index(of value: JSONValue, named subject: String, among names: [String])
    -> Int?
  {
    guard let text = string(value, subject) else { return nil }
    if let found = names.index(ofSame: text) { return found }
    let meant = Synonyms.choice(text, among: names) ?? nearest(to: text, among: names)
    add(.unknownValue(text, of: subject, allowed: names, nearest: meant), at: value)
    return nil
  }

  /// Reads a status. Reports one that is unknown or that `owner` cannot have.
  mutating func status<Status: NamedCase>(
    _ value: JSONValue, _ subject: String, of owner: @autoclosure () -> String,
    isAllowed: (Status) -> Bool
  ) -> Status? {
    guard let name = string(value, subject) else { return nil }
    let status = Status(name: name)
    if let status, isAllowed(status) { return status }
    let names = Status.allCases.filter(isAllowed).map(\.name)
    if status != nil {
      add(.impossibleStatus(name, of: owner(), allowed: names), at: value)
    } else {
      let nearest = Synonyms.word(name, among: names) ?? nearest(to: name, among: names)
      add(.unknownValue(name, of: subject, allowed: names, nearest: nearest), at: value)
    }
    return nil
  }

  // MARK: Types

  /// Whether the value is of this kind; reports any other value.
  /// - Parameter expected: The kind in the message; by default the words for `kind`.
  package mutating func expect(
    _ kind: JSONKind, _ value: JSONValue, _ subject: String, as expected: String? = nil
  ) -> Bool {
    if value.kind == kind { return true }
    addWrongType(value, subject, expected ?? kind.prose)
    return false
  }

  package mutating func isObject(_ value: JSONValue, _ subject: String) -> Bool {
    expect(.object, value, subject)
  }

  /// - Parameter takesObjects: Whether a hint puts a single object into a list.
  package mutating func isArray(
    _ value: JSONValue, _ subject: String, takesObjects: Bool = false
  ) -> Bool {
    if value.kind == .array { return true }
    let object = takesObjects && value.kind == .object ? value.objectSource : nil
    addWrongType(value, subject, "a list", write: object.map { "[\($0)]" } ?? value.asListOfStrings)
    return false
  }

  /// - Parameter written: The suggested JSON; nil if unclear.
  package mutating func addWrongType(
    _ value: JSONValue, _ subject: String, _ expected: String, write written: String? = nil
  ) {
    add(.wrongType(value.kind, subject, expected, write: written), at: value)
  }

  package mutating func string(_ value: JSONValue, _ subject: String) -> String? {
    expect(.string, value, subject) ? value.string : nil
  }

  /// The string under a key; nil, without a report, if the key is missing.
  package mutating func string(_ key: StaticString, of object: JSONValue) -> String? {
    object.member(key).flatMap { string($0, "'\(key)'") }
  }

  mutating func flag(_ value: JSONValue, _ subject: String) -> Ternary? {
    if value.kind == .null { return .unknown }
    guard expect(.bool, value, subject, as: "true, false or null") else { return nil }
    return value.bool.map { Ternary($0) }
  }

  package mutating func bool(_ value: JSONValue, _ subject: String) -> Bool? {
    if value.kind == .bool { return value.bool }
    addWrongType(value, subject, "true or false", write: value.string.flatMap(Synonyms.boolean))
    return nil
  }

  package mutating func integer(
    _ value: JSONValue, _ subject: String, atLeast least: Int64, atMost most: Int64 = .max
  ) -> Int64? {
    guard expect(.number, value, subject, as: "an integer") else { return nil }
    let expected: String
    switch value.integer {
    case .value(0) where value.source != "0": expected = "0"
    case .value(let number) where number < least: expected = "at least \(least)"
    case .value(let number) where number > most: expected = "at most \(most)"
    case .value(let number): return number
    case .overflow:
      expected = value.source.hasPrefix("-") ? "at least \(least)" : "at most \(most)"
    case .notAnInteger: expected = "an integer"
    }
    add(.invalidInteger(value.source, subject, expected), at: value)
    return nil
  }

  /// The list's strings. Duplicates and empty strings are reported and left out.
  package mutating func names(_ list: JSONValue, _ subject: String, element: String) -> [String] {
    guard isArray(list, subject) else { return [] }
    var names = NameIndex()
    for value in list.elements {
      guard let text = nonEmptyText(value, element) else { continue }
      if !names.insert(text).isNew { add(.duplicateValue(text, in: subject), at: value) }
    }
    return names.names
  }
}

extension JSONValue {
  /// Whether the key begins with `$` or `x-`.
  package var isExtensionKey: Bool {
    string.map { $0.hasPrefix("$") || $0.hasPrefix("x-") } ?? false
  }

  /// The JSON text; nil above 48 bytes.
  package var shortSource: String? { range.count <= 48 ? source : nil }

  /// The JSON text, or `{ … }` for an empty object. Nil above 48 bytes.
  var objectSource: String? { count == 0 ? "{ … }" : shortSource }

  /// The JSON text of the elements, to move into another list. Nil above 48 bytes.
  var elementSources: String? {
    guard kind == .array, count > 0, shortSource != nil else { return nil }
    return elements.map(\.source).joined(separator: ", ")
  }

  /// `["a", "b"]` for the string `"a, b"`; nil above 48 bytes.
  fileprivate var asListOfStrings: String? {
    guard shortSource != nil, let string else { return nil }
    let parts = string.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    let elements = parts.count > 1 ? parts.map { JSONText.quoted($0) } : [source]
    return "[" + elements.joined(separator: ", ") + "]"
  }
}

extension InputProblems {
  /// All problems. For a repeated id, the hint gives the place of its first declaration.
  package func found(in source: SourceFile) -> [Diagnostic] {
    // Sort by offset first, because lines and columns are computed fast only for ascending offsets.
    var positions = SourcePositions(source)
    var hints: [Int: String] = [:]
    for (offset, first) in repetitions.sorted(by: { $0.first < $1.first }) {
      let position = positions.position(of: first)
      let (line, column) = (position.location.line, position.location.column)
      hints[offset] = "first declared at \(position.path):\(line):\(column)"
    }
    return found.map { diagnostic in
      guard diagnostic.rule == InputRule.duplicateID.rawValue,
        let hint = diagnostic.range.flatMap({ hints[$0.lowerBound] })
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.hint = hint
      return diagnostic
    }
  }
}
