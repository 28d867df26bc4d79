package import FlintCore

extension Audience {
  /// A group of states that have the same values for some keys, with its totals.
  package struct Group: Hashable, Sendable {
    package var key: [Member]
    package var states: Int64
    package var weight: Int64

    /// The group's totals, in the order of ``Audience/numbers`` of the whole audience.
    package var numbers: Numbers

    /// A key, named as by ``GroupKey``, with its value in the group.
    package struct Member: Hashable, Sendable {
      package var name: String
      package var value: GroupValue
    }
  }

  /// The maximum number of groups of a population.
  package static let maxGroups = 10_000
}

/// The value of a key in a group, as JSON represents it. The order is false, true, numbers, texts by their code points,
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
  /// Whether a group with these values precedes one with the other values.
  package func precedes(_ other: [Audience.Group.Member]) -> Bool {
    // Compare the values by index to avoid copying the names.
    for index in 0..<Swift.min(count, other.count) where self[index].value != other[index].value {
      return self[index].value < other[index].value
    }
    return false
  }
}
