package import FlintText
internal import Foundation

/// A mutable JSON value. Objects preserve the order of their keys.
public indirect enum JSONTree: Sendable {
  case object([(key: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)

  /// A number as written.
  case number(String)
  case bool(Bool)
  case null

  public init(_ text: String) throws {
    self = try JSONDocument(text).withRoot { JSONTree($0) }
  }

  package init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object(value.members.map { ($0.key.string ?? "", JSONTree($0.value)) })
    case .array: self = .array(value.elements.map { JSONTree($0) })
    case .string: self = .string(value.string ?? "")
    case .number: self = .number(value.source)
    case .bool: self = .bool(value.bool == true)
    case .null: self = .null
    }
  }

  public var text: String {
    switch self {
    case .object(let members):
      let members = members.map { "\(JSONText.quoted($0.key)): \($0.value.text)" }
      return "{" + members.joined(separator: ",\n ") + "}"
    case .array(let elements): return "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .string(let text): return JSONText.quoted(text)
    case .number(let text): return text
    case .bool(let value): return "\(value)"
    case .null: return "null"
    }
  }

  // MARK: Members

  public func member(_ key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Whether the value has no members or elements.
  public var isScalar: Bool {
    switch self {
    case .object, .array: false
    case .string, .number, .bool, .null: true
    }
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array; empty for other values.
  public var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  public mutating func set(_ key: String, _ value: JSONTree) {
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.key == key })
    else { return }
    members[index].value = value
    self = .object(members)
  }

  public mutating func insert(_ key: String, _ value: JSONTree, at isFirst: Bool) {
    guard case .object(var members) = self else { return }
    members.insert((key, value), at: isFirst ? 0 : members.count)
    self = .object(members)
  }

  @discardableResult
  public mutating func remove(_ key: String) -> JSONTree? {
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.key == key })
    else { return nil }
    defer { self = .object(members) }
    return members.remove(at: index).value
  }

  // MARK: Paths

  /// The path to a nested value: the index of a member or element at each level.
  public typealias Path = [Int]

  /// The paths of this value and of all nested values, in depth-first order.
  public var paths: [Path] { paths(under: []) }

  private func paths(under path: Path) -> [Path] {
    [path] + children.enumerated().flatMap { $0.element.paths(under: path + [$0.offset]) }
  }

  private var children: [JSONTree] {
    switch self {
    case .object(let members): members.map(\.value)
    case .array(let elements): elements
    case .string, .number, .bool, .null: []
    }
  }

  public subscript(path: Path) -> JSONTree {
    get {
      guard let first = path.first else { return self }
      return children[first][Array(path.dropFirst())]
    }
    set {
      guard let first = path.first else {
        self = newValue
        return
      }
      let rest = Array(path.dropFirst())
      switch self {
      case .object(var members):
        members[first].value[rest] = newValue
        self = .object(members)
      case .array(var elements):
        elements[first][rest] = newValue
        self = .array(elements)
      case .string, .number, .bool, .null: preconditionFailure("nothing is in \(text)")
      }
    }
  }

  /// Returns the value without a nested member or element.
  public func removing(_ path: Path) -> JSONTree {
    var smaller = self
    let parent = Array(path.dropLast())
    guard let last = path.last else { return self }
    switch smaller[parent] {
    case .object(var members):
      members.remove(at: last)
      smaller[parent] = .object(members)
    case .array(var elements):
      elements.remove(at: last)
      smaller[parent] = .array(elements)
    case .string, .number, .bool, .null: break
    }
    return smaller
  }

  /// Returns the keys and the indices of elements along a path.
  public func path(to path: Path) -> [String] {
    guard let first = path.first else { return [] }
    var step = "\(first)"
    if case .object(let members) = self { step = members[first].key }
    return [step] + children[first].path(to: Array(path.dropFirst()))
  }

  // MARK: Equality

  /// Whether the values are equal. The order of keys is irrelevant; texts are compared by their Unicode scalars.
  public func isSame(as other: JSONTree) -> Bool {
    switch (self, other) {
    case (.object(let some), .object(let others)):
      some.count == others.count
        && some.allSatisfy { one in
          others.contains {
            $0.key.utf8.elementsEqual(one.key.utf8) && $0.value.isSame(as: one.value)
          }
        }
    case (.array(let some), .array(let others)):
      some.count == others.count && zip(some, others).allSatisfy { $0.isSame(as: $1) }
    case (.string(let one), .string(let another)): one.utf8.elementsEqual(another.utf8)
    case (.number(let one), .number(let another)): Decimal(string: one) == Decimal(string: another)
    case (.bool(let one), .bool(let another)): one == another
    case (.null, .null): true
    case (.object, _), (.array, _), (.string, _), (.number, _), (.bool, _), (.null, _): false
    }
  }
}
