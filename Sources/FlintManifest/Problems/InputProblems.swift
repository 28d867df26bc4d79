package import FlintModel
package import FlintText

/// The problems that have been found in an input file, and functions that read kinds of values that occur in all
/// formats, such as integers.
///
/// If a value is invalid, a function records a problem and returns nil, so that the caller can continue and find
/// further problems.
package struct InputProblems {
  package private(set) var found: [InputProblem] = []
  /// The number of comparisons that may still be made to find corrections of misspelled names. Each comparison is
  /// between a misspelled name and a declared one. The limit bounds the time for a file with many mistakes.
  private var comparisonsLeft = 300_000
  /// The undeclared subscription groups for which a hint has already shown how to declare the group. If the id of such
  /// a group is used again, the error has no hint, because the hint would be the same.
  private var advisedGroups: Set<String> = []

  package init() {}

  package mutating func add(_ fact: InputProblem.Fact, at value: JSONValue) {
    found.append(InputProblem(fact: fact, range: value.range))
  }

  package mutating func add(_ fact: InputProblem.Fact, at range: Range<Int>) {
    found.append(InputProblem(fact: fact, range: range))
  }

  /// Records a problem with an object that lacks something, such as a key. The text range of the problem is the
  /// object's opening bracket.
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

  /// Reports an unknown key of an object, unless it is an extension key, which begins with `$` or `x-` and is ignored.
  ///
  /// - Returns: whether a problem was reported.
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

  /// Returns the keys and values of an object whose keys are known. Reports each unknown key, and each required key
  /// that the object lacks.
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

  /// Reports a key that is not allowed in its object, although it is allowed elsewhere in the file.
  ///
  /// - Parameters:
  ///   - owner: the name of the object in messages, such as `a permission`.
  ///   - written: the text to write instead.
  package mutating func misplacedKey(_ key: JSONValue, in owner: String, write written: String) {
    add(.misplacedKey(key.string ?? "", in: owner, write: written), at: key)
  }

  /// Reports the key `include` in an object where it is not allowed. It is allowed only in elements of a list of
  /// features.
  mutating func misplacedInclude(_ key: JSONValue, _ path: JSONValue, in owner: String) {
    let include = "\"include\": \(path.shortSource ?? "…")"
    misplacedKey(key, in: owner, write: "\"features\": [{ \(include) }]")
  }

  package mutating func missingKey(
    _ key: some ObjectKey, in owner: String, of object: JSONValue
  ) {
    add(.missingKey(key.name, in: owner), atStartOf: object)
  }

  /// Returns the index of the declaration with the given id, a JSON string. Reports an undeclared id and returns nil.
  ///
  /// - Parameters:
  ///   - names: the declared ids.
  ///   - displayNames: returns the display names of the declared entities in the order of `names`, because users may
  ///     write a display name instead of an id; empty if the entities have none.
  package mutating func index(
    of name: JSONValue, in names: NameIndex, _ declared: InputProblem.EntityKind,
    called displayNames: () -> [String] = { [] }
  ) -> Int? {
    if let index = names.index(of: name) { return index }
    addUndeclared(name, declared, among: names.names, called: displayNames)
    return nil
  }

  /// Reports an id that is not declared. The hint suggests similar ids among the declared ones, `ids`.
  ///
  /// - Parameter displayNames: returns the display names in the order of `ids`, because users may write a display name
  ///   instead of an id; empty if the declared entities have none.
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

  /// Returns the enumeration case with the given name, a JSON string. Reports an unknown name and returns nil.
  ///
  /// - Parameter subject: the word for such a value in messages, such as `product type`.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, as type: Value.Type
  ) -> Value? {
    self.value(value, of: subject, among: Array(type.allCases))
  }

  /// Returns the case in `cases` with the given name, a JSON string. Reports any other value and returns nil. `subject`
  /// is the word for such a value in error messages, such as `product type`.
  package mutating func value<Value: NamedCase>(
    _ value: JSONValue, of subject: String, among cases: [Value]
  ) -> Value? {
    index(of: value, named: subject, among: cases.map(\.name)).map { cases[$0] }
  }

  /// Returns the index, in `names`, of the text in a JSON string. Reports any value that is not in this short list of
  /// allowed texts, and returns nil. `subject` is the word for the value in error messages, such as `outcome`.
  package mutating func index(of value: JSONValue, named subject: String, among names: [String])
    -> Int?
  {
    guard let text = string(value, subject) else { return nil }
    if let found = names.index(ofSame: text) { return found }
    let meant = Synonyms.choice(text, among: names) ?? nearest(to: text, among: names)
    add(.unknownValue(text, of: subject, allowed: names, nearest: meant), at: value)
    return nil
  }

  /// Checks the version of a file's format, which must be 1. Reports a missing version and any other version.
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

  /// Returns whether a value is a list. Reports a value that is not a list.
  ///
  /// - Parameter takesObjects: whether the elements of the list can be objects. If the value is a single object, the
  ///   hint then suggests a list with this object as its only element.
  package mutating func isArray(
    _ value: JSONValue, _ subject: String, takesObjects: Bool = false
  ) -> Bool {
    if value.kind == .array { return true }
    let object = takesObjects && value.kind == .object ? value.objectSource : nil
    addWrongType(value, subject, .array, write: object.map { "[\($0)]" } ?? value.asListOfStrings)
    return false
  }

  /// Reports a value that has the wrong JSON type.
  ///
  /// - Parameter written: The JSON that the hint suggests instead; nil if it is not clear what the author meant.
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

  /// Reads an integer in the range from `least` to `most`. Reports any other value and returns nil. `subject` is the
  /// name of the value in error messages, such as `'version'`.
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

  /// Reads a list of distinct, non-empty strings. Reports empty and duplicate strings, and leaves them out of the
  /// result. In messages, `subject` is the name of the list, and `element` that of an element.
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
  /// Whether this is an extension key: a key that begins with `$` or `x-`, which all formats ignore.
  package var isExtensionKey: Bool {
    string.map { $0.hasPrefix("$") || $0.hasPrefix("x-") } ?? false
  }

  /// The value as it is written in the file, for use in a hint; nil if it is longer than 48 bytes.
  package var shortSource: String? { range.count <= 48 ? source : nil }

  /// The object as it is written in the file, for use in a hint; nil if it is longer than 48 bytes. An empty object is
  /// shown as `{ … }`, because `{}` would be an error where the hint suggests an object; the author still has to fill
  /// it in.
  var objectSource: String? { count == 0 ? "{ … }" : shortSource }

  /// The JSON of the list that a hint suggests if this string is written where a list is expected: `["a", "b"]` for
  /// `"a, b"`. Nil if the string is longer than 48 bytes, and for values that are not strings.
  fileprivate var asListOfStrings: String? {
    guard shortSource != nil, let string else { return nil }
    let parts = string.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
    let elements = parts.count > 1 ? parts.map { JSONText.quoted($0) } : [source]
    return "[" + elements.joined(separator: ", ") + "]"
  }
}
