package import FlintModel
package import FlintText

/// The problems of a file, with readers for values of all formats: an invalid one is recorded and
/// nil, so that reading goes on.
package struct InputProblems {
  package private(set) var found: [InputProblem] = []
  private var comparisonsLeft = 300_000
  /// Groups whose declaration a hint has shown already.
  private var advisedGroups: Set<String> = []

  package init() {}

  package mutating func add(_ fact: InputProblem.Fact, at value: JSONValue) {
    found.append(InputProblem(fact: fact, range: value.range))
  }

  package mutating func add(_ fact: InputProblem.Fact, at range: Range<Int>) {
    found.append(InputProblem(fact: fact, range: range))
  }

  /// At an object's opening bracket, for what it lacks.
  package mutating func add(_ fact: InputProblem.Fact, atStartOf value: JSONValue) {
    found.append(InputProblem(fact: fact, range: value.start..<value.start + 1))
  }

  package mutating func addDuplicateKeys(of document: JSONDocument) {
    for duplicate in document.duplicateKeys {
      document.withValue(at: duplicate.second) { key in
        add(.duplicateKey(key.string ?? ""), at: key)
      }
    }
  }

  // MARK: Names

  package mutating func nearest(to name: String, among names: [String]) -> String? {
    guard names.count <= comparisonsLeft else { return nil }
    comparisonsLeft -= names.count
    return nearestName(to: name, among: names)
  }

  /// False for extension keys, which are ignored.
  @discardableResult
  package mutating func unknownKey(_ key: JSONValue, in owner: String, allowed: [any ObjectKey])
    -> Bool
  {
    if key.isExtensionKey { return false }
    let name = key.string ?? ""
    let names = allowed.map(\.name)
    let meant = Synonyms.word(name, among: names) ?? nearest(to: name, among: names)
    add(.unknownKey(name, in: owner, nearest: meant), at: key)
    return true
  }

  /// Reports unknown and missing keys.
  package mutating func members<Key: ObjectKey>(
    of object: JSONValue, in owner: String, as keys: Key.Type
  ) -> [(key: Key, name: JSONValue, value: JSONValue)] {
    var members: [(key: Key, name: JSONValue, value: JSONValue)] = []
    members.reserveCapacity(object.count)
    for (name, value) in object.members {
      if let key = Key(key: name) {
        members.append((key, name, value))
      } else {
        unknownKey(name, in: owner, allowed: Array(Key.allCases))
      }
    }
    for key in Key.allCases where key.isRequired && !members.contains(where: { $0.key == key }) {
      missingKey(key, in: owner, of: object)
    }
    return members
  }

  /// - Parameter written: What to write instead.
  package mutating func misplacedKey(_ key: JSONValue, in owner: String, write written: String) {
    add(.misplacedKey(key.string ?? "", in: owner, write: written), at: key)
  }

  /// Only lists of features can have it.
  mutating func misplacedInclude(_ key: JSONValue, _ path: JSONValue, in owner: String) {
    let include = "\"include\": \(path.shortSource ?? "…")"
    misplacedKey(key, in: owner, write: "\"features\": [{ \(include) }]")
  }

  package mutating func missingKey(
    _ key: some ObjectKey, in owner: String, of object: JSONValue
  ) {
    add(.missingKey(key.name, in: owner), atStartOf: object)
  }

  /// Nil after reporting.
  /// - Parameter displayNames: In the order of `names`, since users may write one.
  package mutating func index(
    of name: JSONValue, in names: NameIndex, _ declared: InputProblem.EntityKind,
    called displayNames: () -> [String] = { [] }
  ) -> Int? {
    if let index = names.index(of: name) { return index }
    addUndeclared(name, declared, among: names.names, called: displayNames)
    return nil
  }

  /// - Parameter displayNames: In the order of `ids`, since users may write one.
  package mutating func addUndeclared(
    _ name: JSONValue, _ declared: InputProblem.EntityKind, among ids: [String],
    called displayNames: () -> [String] = { [] }
  ) {
    let text = name.string ?? ""
    var advice = advice(about: text, among: ids, called: displayNames)
    if declared == .group, advice == .none, !advisedGroups.insert(text).inserted {
      advice = .alreadyGiven
    }
    add(.undeclared(text, declared, advice), at: name)
  }

  private mutating func advice(
    about text: String, among ids: [String], called displayNames: () -> [String]
  ) -> InputProblem.Advice {
    let nearest = nearest(to: text, among: ids)
    let names = ids.count <= comparisonsLeft ? displayNames() : []
    comparisonsLeft -= names.count
    let lowercased = text.lowercased()
    if let called = names.firstIndex(where: { $0.lowercased() == lowercased }) {
      return .nearest(ids[called])
    }
    if let nearest { return .nearest(nearest) }
    if names.isEmpty { return .none }
    let similar = similarNames(to: text, among: Array(ids.indices)) { [ids[$0], names[$0]] }
    switch similar.count {
    case 0: return .none
    case 1: return .nearest(ids[similar[0]])
    default: return .similar(similar.prefix(8).map { ids[$0] })
    }
  }

  /// - Parameter subject: The word for it: `product type`.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, as type: Value.Type
  ) -> Value? {
    self.value(value, of: subject, among: Array(type.allCases))
  }

  /// - Parameter subject: The word for it: `product type`.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, among cases: [Value]
  ) -> Value? {
    index(of: value, named: subject, among: cases.map(\.name)).map { cases[$0] }
  }

  /// - Parameter subject: The word for it: `outcome`.
  package mutating func index(of value: JSONValue, named subject: String, among names: [String])
    -> Int?
  {
    guard let text = string(value, subject) else { return nil }
    if let found = names.index(ofSame: text) { return found }
    let meant = Synonyms.choice(text, among: names) ?? nearest(to: text, among: names)
    add(.unknownValue(text, of: subject, allowed: names, nearest: meant), at: value)
    return nil
  }

  /// It must be 1.
  package mutating func checkVersion(
    _ value: JSONValue?, _ key: some ObjectKey, in subject: String, of root: JSONValue
  ) {
    guard let value else { return missingKey(key, in: subject, of: root) }
    guard let version = integer(value, "'\(key.name)'", atLeast: .min) else { return }
    if version != 1 { add(.unsupportedVersion(found: "\(version)", subject: key.name), at: value) }
  }

  // MARK: Types

  package mutating func expect(
    _ kind: JSONKind, _ value: JSONValue, _ subject: String, as expected: InputProblem.Expected
  ) -> Bool {
    if value.kind == kind { return true }
    add(.wrongType(subject: subject, found: value.kind, expected: expected), at: value)
    return false
  }

  package mutating func isObject(_ value: JSONValue, _ subject: String) -> Bool {
    expect(.object, value, subject, as: .object)
  }

  /// - Parameter takesObjects: Whether a single object can be put into a list.
  package mutating func isArray(
    _ value: JSONValue, _ subject: String, takesObjects: Bool = false
  ) -> Bool {
    if value.kind == .array { return true }
    let object = takesObjects && value.kind == .object ? value.objectSource : nil
    addWrongType(value, subject, .array, write: object.map { "[\($0)]" } ?? value.asListOfStrings)
    return false
  }

  /// - Parameter written: The suggested JSON; nil if unclear.
  package mutating func addWrongType(
    _ value: JSONValue, _ subject: String, _ expected: InputProblem.Expected,
    write written: String?
  ) {
    add(
      written.map {
        .wrongNotation(subject: subject, found: value.kind, expected: expected, written: $0)
      } ?? .wrongType(subject: subject, found: value.kind, expected: expected), at: value)
  }

  package mutating func string(_ value: JSONValue, _ subject: String) -> String? {
    expect(.string, value, subject, as: .string) ? value.string : nil
  }

  mutating func flag(_ value: JSONValue, _ subject: String) -> Ternary? {
    if value.kind == .null { return .unknown }
    guard expect(.bool, value, subject, as: .orNull(.boolean)) else { return nil }
    return value.bool.map { Ternary($0) }
  }

  package mutating func bool(_ value: JSONValue, _ subject: String) -> Bool? {
    if value.kind == .bool { return value.bool }
    addWrongType(value, subject, .bool, write: value.string.flatMap(Synonyms.boolean))
    return nil
  }

  package mutating func integer(
    _ value: JSONValue, _ subject: String, atLeast least: Int64, atMost most: Int64 = .max
  ) -> Int64? {
    guard expect(.number, value, subject, as: .integer) else { return nil }
    let fault: InputProblem.IntegerFault
    switch value.integer {
    case .value(0) where value.source != "0": fault = .negativeZero
    case .value(let number) where number < least: fault = .below(least)
    case .value(let number) where number > most: fault = .above(most)
    case .value(let number): return number
    case .overflow: fault = value.source.hasPrefix("-") ? .below(least) : .above(most)
    case .notAnInteger: fault = .fractionOrExponent
    }
    add(.invalidInteger(text: value.source, subject: subject, fault), at: value)
    return nil
  }

  /// Distinct and not empty; others are reported and left out.
  package mutating func names(_ list: JSONValue, _ subject: String, element: String) -> [String] {
    guard isArray(list, subject) else { return [] }
    var names = NameIndex()
    for value in list.elements {
      guard let text = string(value, element) else { continue }
      if text.isEmpty {
        add(.empty(subject: element), at: value)
      } else if !names.insert(text).isNew {
        add(.duplicateValue(text, in: subject), at: value)
      }
    }
    return names.names
  }
}

extension JSONValue {
  /// `$` or `x-`.
  package var isExtensionKey: Bool {
    string.map { $0.hasPrefix("$") || $0.hasPrefix("x-") } ?? false
  }

  /// Nil above 48 bytes.
  package var shortSource: String? { range.count <= 48 ? source : nil }

  /// `{ … }` if empty, which the author has to fill; nil above 48 bytes.
  var objectSource: String? { count == 0 ? "{ … }" : shortSource }

  /// `["a", "b"]` for `"a, b"`; nil above 48 bytes.
  fileprivate var asListOfStrings: String? {
    guard shortSource != nil, let string else { return nil }
    let parts = string.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    let elements = parts.count > 1 ? parts.map { JSONText.quoted($0) } : [source]
    return "[" + elements.joined(separator: ", ") + "]"
  }
}

/// Hints of ids that are declared twice show where the first one is.
struct FirstDeclarations {
  private struct Name: Hashable {
    let key: ManifestKey
    let id: String
  }

  private var firstPositions: [Name: SourcePosition] = [:]

  init(of problems: [InputProblem], in document: JSONDocument, _ source: SourceFile) {
    let wanted = Set(problems.compactMap(\.fact.declaredTwice).map(Name.init))
    if wanted.isEmpty { return }
    var found: [(name: Name, offset: Int)] = []
    document.withRoot { root in
      for (key, list) in root.members {
        guard let key = ManifestKey(key: key) else { continue }
        Self.walk(list, under: key) { id in
          let name = Name(key: key, id: id.string ?? "")
          if wanted.contains(name) { found.append((name, id.range.lowerBound)) }
        }
      }
    }
    // Sort by offset first, because lines and columns are computed fast only for ascending offsets.
    var locations = SourcePositions(source)
    for (name, offset) in found.sorted(by: { $0.offset < $1.offset })
    where firstPositions[name] == nil {
      firstPositions[name] = locations.position(of: offset)
    }
  }

  private static func walk(
    _ list: JSONValue, under key: ManifestKey, _ body: (JSONValue) -> Void
  ) {
    guard list.kind == .array else { return }
    for element in list.elements where element.kind == .object {
      if let id = element.member("id"), id.kind == .string { body(id) }
      if key == .features, let inner = element.member("features") { walk(inner, under: key, body) }
    }
  }

  func diagnostic(of problem: InputProblem) -> Diagnostic {
    var diagnostic = problem.diagnostic
    if let name = problem.fact.declaredTwice.map(Name.init), let position = firstPositions[name] {
      diagnostic.hint = position.firstDeclarationHint
    }
    return diagnostic
  }
}

extension SourcePosition {
  fileprivate var firstDeclarationHint: String {
    "first declared at \(path):\(location.line):\(location.column)"
  }
}

extension SourceFile {
  /// - Parameter repetitions: Byte offsets of later declarations, each with that of the first.
  package func addingFirstDeclarations(
    _ repetitions: [(offset: Int, first: Int)], to diagnostics: [Diagnostic]
  ) -> [Diagnostic] {
    // Sort by offset first, because lines and columns are computed fast only for ascending offsets.
    var positions = SourcePositions(self)
    var hints: [Int: String] = [:]
    for (offset, first) in repetitions.sorted(by: { $0.first < $1.first }) {
      hints[offset] = positions.position(of: first).firstDeclarationHint
    }
    return diagnostics.map { diagnostic in
      guard diagnostic.rule == InputRule.duplicateID.rawValue,
        let hint = diagnostic.range.flatMap({ hints[$0.lowerBound] })
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.hint = hint
      return diagnostic
    }
  }
}

extension InputProblem.Fact {
  fileprivate var declaredTwice: (key: ManifestKey, id: String)? {
    guard case .duplicateID(let id, let declared) = self else { return nil }
    return switch declared {
    case .feature: (.features, id)
    case .product: (.products, id)
    case .attribute: (.attributes, id)
    case .group: (.groups, id)
    case .condition: (.conditions, id)
    case .assumption: (.assume, id)
    case .state, .action, .level, .bucket: nil
    }
  }
}
