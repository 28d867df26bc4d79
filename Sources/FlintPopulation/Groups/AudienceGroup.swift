package import FlintCore

extension Audience {
  /// The states that have the same values of some keys.
  package struct Group: Hashable, Sendable {
    package var key: [Member]
    package var states: Int64
    package var weight: Int64

    /// As many, and in the same order, as ``Audience/numbers`` of the whole.
    package var numbers: Numbers

    /// One of the keys, as in ``GroupKey``, with its value.
    package struct Member: Hashable, Sendable {
      package var name: String
      package var value: GroupValue
    }
  }

  /// The most groups that a population may have.
  package static let mostGroups = 10_000
}

/// What the states of a group have in common: a value as JSON has it. In order: false, true, numbers, texts by their code points,
/// null.
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
  /// Whether a group with these values stands before one with the others.
  package func precedes(_ other: [Audience.Group.Member]) -> Bool {
    // The values alone, without a copy of the names that stand beside them.
    for index in 0..<Swift.min(count, other.count) where self[index].value != other[index].value {
      return self[index].value < other[index].value
    }
    return false
  }
}
