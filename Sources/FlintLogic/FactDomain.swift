package import FlintModel

/// A fact's values in classes that no constraint distinguishes, patterns aside. A class, because
/// copies of its arrays make reading populations 20 % slower.
package final class FactDomain: Sendable {
  /// One value of each class, of an interval the lowest; of an attribute the unknown one first.
  package let partition: ValuePartition

  private let members: Members

  private enum Members: Sendable {
    /// Intervals of ordered values; others are classes of their own.
    case usual

    /// The class of each status, by raw value.
    case statuses([Int])

    /// Named texts, then all others; see ``FactDomain/patterns``.
    case texts([TextPattern])
  }

  private init(_ representatives: [FactValue], _ members: Members) {
    (partition, self.members) = (ValuePartition(representatives), members)
  }

  package convenience init(_ representatives: [FactValue]) { self.init(representatives, .usual) }

  package var representatives: [FactValue] { partition.values }

  package var count: Int { representatives.count }

  /// Classes ignore patterns, which callers match themselves.
  package var patterns: [TextPattern] {
    if case .texts(let patterns) = members { patterns } else { [] }
  }

  /// Nil if the fact cannot have the value.
  package func index(of value: FactValue) -> Int? {
    if case .statuses(let indices) = members {
      return (value.permission?.rawValue ?? value.purchase?.rawValue).map { indices[Int($0)] }
    }
    if let index = partition.index(ofIntervalWith: value) { return index }
    if case (.texts, .typed(.text)) = (members, value) { return count - 1 }
    return nil
  }
}

extension FactDomain {
  // MARK: Ordered values

  /// Ascending.
  /// - Parameter lowest: Represents what is below all `cuts`; twice if it is one.
  private static func intervals<Bound: Comparable & Hashable>(
    _ cuts: [Bound], from lowest: Bound
  ) -> [Bound] { [lowest] + Set(cuts).sorted() }

  /// `cuts` has a list for each ``Platform``.
  package static func systems(_ cuts: [[Version]]) -> FactDomain {
    FactDomain(
      zip(Platform.allCases, cuts).flatMap { platform, cuts in
        intervals(cuts, from: Version(0)).map { .system(platform, .version($0)) }
      })
  }

  package static func ages(_ cuts: [Int64]) -> FactDomain {
    FactDomain(intervals(cuts, from: .min).map { .age($0) })
  }

  package static func positions(_ cuts: [Percent]) -> FactDomain {
    FactDomain(intervals(cuts, from: .zero).map { .bucket($0) })
  }

  // MARK: Listed values

  package static let toggle = FactDomain([.flag(.no), .flag(.yes)])
  package static let runtimeFlag = FactDomain(Ternary.allCases.map { .flag($0) })
  package static let unlocked = FactDomain([.flag(.yes)])

  /// - Parameter tests: All tests of the status.
  package static func statuses<Status: CaseIterable & RawRepresentable>(
    _ tests: [TruthTable<Status>], _ value: (Status) -> FactValue
  ) -> FactDomain where Status.RawValue == UInt8 {
    var examples: [Status] = []
    // INVARIANT: the raw values of the statuses are their positions in `allCases`.
    let indices = Status.allCases.map { status in
      let like = examples.firstIndex { example in tests.allSatisfy { $0[example] == $0[status] } }
      if like == nil { examples.append(status) }
      return like ?? examples.count - 1
    }
    return FactDomain(examples.map(value), .statuses(indices))
  }

  // MARK: Typed values

  /// - Parameter hasUnknown: Whether the unknown value is the first class.
  package static func typed(
    _ domain: AttributeDomain, _ cuts: AttributeBreakpoints, hasUnknown: Bool
  ) -> FactDomain {
    func typed(_ values: [AttributeValue], _ members: Members = .usual) -> FactDomain {
      FactDomain(((hasUnknown ? [.unknown] : []) + values).map { .typed($0) }, members)
    }
    switch domain.type {
    case .boolean, .choice: return typed(domain.listedValues())
    case .text:
      var texts = DistinctList<ExactText>()
      for text in cuts.texts { texts.append(text) }
      var patterns = DistinctList<TextPattern>()
      for pattern in cuts.patterns { patterns.append(pattern) }
      // No constraint can name the empty text, so it represents the class of all other texts.
      return typed(
        (texts.elements + [ExactText("")]).map { .text($0) }, .texts(patterns.elements))
    case .integer: return typed(intervals(cuts.integers, from: .min).map { .integer($0) })
    case .version:
      return typed(intervals(cuts.versions, from: Version(0)).map { .version(.version($0)) })
    case .date: return typed(intervals(cuts.dates, from: .first).map { .date($0) })
    }
  }
}

extension DateTime {
  fileprivate static let first: DateTime = "1970-01-01"
}
