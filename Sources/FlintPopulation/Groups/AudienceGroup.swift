package import FlintModel

extension Audience {
  /// The totals of one group of a population (a file with the states of an app's users). A group consists of the states
  /// that have the same values for the chosen keys, such as all states on iOS if the key is the platform.
  package struct Group: Hashable, Sendable {
    package var key: [Member]
    package var states: Int64
    package var weight: Int64

    /// The totals of the group, in the same order as ``Audience/numbers``.
    package var numbers: Numbers

    /// A key by which states are grouped, such as `platform`, with the value that all states of the group have.
    package struct Member: Hashable, Sendable {
      package var name: String
      package var value: GroupValue
    }
  }

  package static let maxGroups = 10_000
}

/// The value of a key by which states are grouped, as JSON represents it. Values are ordered: false, true, then
/// numbers, then texts by their code points, then null.
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
  /// Returns whether results list the group with the values in this array before the group with the values in `other`.
  package func precedes(_ other: [Audience.Group.Member]) -> Bool {
    // Loop over indices instead of elements, because copying an element would also copy its name.
    for index in 0..<Swift.min(count, other.count) where self[index].value != other[index].value {
      return self[index].value < other[index].value
    }
    return false
  }
}
