package import FlintCore
package import FlintText

/// The problems found so far in one input, and the readings that every format shares.
///
/// A reading that fails notes why and gives nil, so that the reader goes on and finds the rest.
package struct InputProblems {
  package private(set) var found: [InputProblem] = []
  /// How many more candidates may be compared with misspelt names; a bound on the time for files with very many.
  private var comparisonsLeft = 300_000

  package init() {}

  package mutating func add(_ fact: InputProblem.Fact, at value: JSONValue) {
    found.append(InputProblem(fact: fact, range: value.range))
  }

  package mutating func add(_ fact: InputProblem.Fact, at range: Range<Int>) {
    found.append(InputProblem(fact: fact, range: range))
  }

  /// About what an object does not have: its bracket is marked.
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

  /// A key that the format does not know in an object with a fixed set of keys.
  /// - Returns: whether that is a problem; keys of the author's own are none.
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

  /// A key that belongs somewhere else, which `written` shows.
  package mutating func misplacedKey(_ key: JSONValue, in owner: String, write written: String) {
    add(.misplacedKey(key.string ?? "", in: owner, write: written), at: key)
  }

  package mutating func missingKey(
    _ key: some ObjectKey, in owner: String, of object: JSONValue
  ) {
    add(.missingKey(key.name, in: owner), atStartOf: object)
  }

  /// The number of a declared name.
  package mutating func index(
    of name: JSONValue, in names: NameIndex, _ declared: InputProblem.EntityKind
  ) -> Int? {
    if let index = names.index(of: name) { return index }
    let text = name.string ?? ""
    add(.undeclared(text, declared, nearest: nearest(to: text, among: names.names)), at: name)
    return nil
  }

  /// The case that a string names; `subject` says what the names stand for.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, as type: Value.Type
  ) -> Value? {
    self.value(value, of: subject, among: Array(type.allCases))
  }

  /// The one of some cases that a string names.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, among cases: [Value]
  ) -> Value? {
    index(of: value, named: subject, among: cases.map(\.name)).map { cases[$0] }
  }

  /// One of a fixed set of names, which are short, as its index.
  package mutating func index(of value: JSONValue, named subject: String, among names: [String])
    -> Int?
  {
    guard let text = string(value, subject) else { return nil }
    if let found = names.index(ofSame: text) { return found }
    let meant = Synonyms.choice(text, among: names) ?? nearest(to: text, among: names)
    add(.unknownValue(text, of: subject, allowed: names, nearest: meant), at: value)
    return nil
  }

  /// The version of a format, under `key` at the root of a file; 1 is the only one there is.
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

  package mutating func isArray(_ value: JSONValue, _ subject: String) -> Bool {
    if value.kind == .string, let written = value.shortSource {
      add(.notAList(subject: subject, written: written), at: value)
      return false
    }
    return expect(.array, value, subject, as: .array)
  }

  package mutating func string(_ value: JSONValue, _ subject: String) -> String? {
    expect(.string, value, subject, as: .string) ? value.string : nil
  }

  package mutating func bool(_ value: JSONValue, _ subject: String) -> Bool? {
    expect(.bool, value, subject, as: .bool) ? value.bool : nil
  }

  /// An integer from `least` to `most`.
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

  /// A list of strings, none empty and none twice.
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
  /// Whether this is a key that every format passes over where it has keys of its own.
  package var isExtensionKey: Bool {
    string.map { $0.hasPrefix("$") || $0.hasPrefix("x-") } ?? false
  }

  /// The text as it stands, for a hint; nil where it is too long for one.
  package var shortSource: String? { range.count <= 48 ? source : nil }
}
