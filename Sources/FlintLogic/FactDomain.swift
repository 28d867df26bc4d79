package import FlintModel

/// The possible values of a fact, divided into classes: no constraint distinguishes two values of the same class,
/// except that a text pattern (see ``patterns``) can distinguish texts. For example, the constraint “at least iOS 16”
/// divides the versions of iOS into two classes, those below 16 and those from 16 on.
///
/// This type is a class and not a structure because copies of its arrays would make the reading of populations, which
/// looks up a domain for each fact, 20 % slower.
package final class FactDomain: Sendable {
  /// One value of each class (a set of values that no constraint distinguishes), the representative of the class. A
  /// test, except that of a text pattern, has the same result for all values of a class. The representative of an
  /// interval of ordered values, such as versions, is the lowest one. The first class of an attribute is the unknown
  /// value.
  package let partition: ValuePartition

  private let members: Members

  /// The rule that assigns values to classes of values that no constraint distinguishes.
  private enum Members: Sendable {
    /// The way in which most facts are divided into classes, the sets of values that no constraint distinguishes.
    /// Values with an order, such as versions, are divided into intervals: a class contains its lowest value and all
    /// values below the lowest value of the next class. Of values without an order, such as the values of a Boolean,
    /// each is a class of its own.
    case usual

    /// The way in which the statuses of a permission or product are divided into classes: two statuses are in the same
    /// class if no constraint distinguishes them. The array contains the index of the class of each status; its own
    /// indices are the raw values of the statuses.
    case statuses([Int])

    /// The way in which the values of a text attribute are divided into classes: each text that a constraint names is a
    /// class of its own, and all other texts form the last class. The associated value contains the patterns that
    /// constraints require, such as “begins with `en`”; see ``FactDomain/patterns``.
    case texts([TextPattern])
  }

  private init(_ representatives: [FactValue], _ members: Members) {
    (partition, self.members) = (ValuePartition(representatives), members)
  }

  package convenience init(_ representatives: [FactValue]) { self.init(representatives, .usual) }

  package var representatives: [FactValue] { partition.values }

  package var count: Int { representatives.count }

  /// The patterns that constraints require of a text attribute, such as “begins with `en`”. The classes into which this
  /// type divides the values of a fact ignore patterns: all texts that no constraint names form one class. To
  /// distinguish these texts, a caller has to match them with the patterns.
  package var patterns: [TextPattern] {
    if case .texts(let patterns) = members { patterns } else { [] }
  }

  /// Returns the index of the class that contains a value, or nil if the fact cannot have the value. A class is a set
  /// of values that no constraint distinguishes.
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

  /// Returns the lowest value of each interval between breakpoints, in ascending order.
  ///
  /// - Parameters:
  ///   - cuts: The values at which a new interval begins, in any order.
  ///   - lowest: The lowest possible value. It represents the values below all of `cuts`. If it is one of `cuts`, the
  ///     result contains it twice.
  private static func intervals<Bound: Comparable & Hashable>(
    _ cuts: [Bound], from lowest: Bound
  ) -> [Bound] { [lowest] + Set(cuts).sorted() }

  /// Returns the classes (values that no constraint distinguishes) of the platform and its version, which together are
  /// one fact. `cuts` has one list for each ``Platform`` case, in the order of the cases: the versions at which a new
  /// class begins. The classes are in the same order.
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

  /// Returns the classes (values that no constraint distinguishes) of the status of a permission or product.
  ///
  /// - Parameter tests: The truth tables of all tests of the status in constraints, with the result for each status.
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

  /// Returns the classes (values that no constraint distinguishes) of an attribute, the app's version or the date. For
  /// a text, each text that a constraint names is a class, and all other texts form one more class.
  ///
  /// - Parameters:
  ///   - cuts: The values at which the outcome of a constraint can change.
  ///   - hasUnknown: Whether the fact can have the unknown value, as an attribute can. The unknown value is then the
  ///     first class.
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
