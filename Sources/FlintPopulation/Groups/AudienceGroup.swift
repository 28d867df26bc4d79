package import FlintModel

extension Audience {
  /// The states that share the values of the chosen keys.
  package struct Group: Hashable, Sendable {
    package var key: [Member]
    package var states: Int64
    package var weight: Int64

    /// In the order of ``Audience/numbers``.
    package var numbers: Numbers

    /// A key with the group's value.
    package struct Member: Hashable, Sendable {
      package var name: String
      package var value: GroupValue
    }
  }

  package static let maxGroups = 10_000
}

/// Ordered: false, true, numbers, texts by code points, null.
package enum GroupValue: Hashable, Comparable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case text(ExactText)
  case null

  package static func < (one: GroupValue, other: GroupValue) -> Bool {
    switch (one, other) {
    case (.boolean(let one), .boolean(let other)): !one && other
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)):
      one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    case (.boolean, _), (.integer, .text), (.integer, .null), (.text, .null): true
    case (.integer, _), (.text, _), (.null, _): false
    }
  }
}

extension [Audience.Group.Member] {
  package func precedes(_ other: [Audience.Group.Member]) -> Bool {
    // Loop over indices instead of elements, because copying an element would also copy its name.
    for index in 0..<Swift.min(count, other.count) where self[index].value != other[index].value {
      return self[index].value < other[index].value
    }
    return false
  }
}
