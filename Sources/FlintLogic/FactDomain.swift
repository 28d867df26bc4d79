package import FlintCore

/// The possible values of a fact, divided into classes. No constraint distinguishes two values of the same class. For
/// example, the constraint “at least iOS 16” divides the versions of iOS into those below 16 and those from 16 on.
package struct FactDomain: Sendable {
  /// One value of each class, in the order of the classes, with which the result of a test can be found for all
  /// classes. Of an interval of ordered values, such as versions, it is the lowest value. An attribute has the unknown
  /// value first.
  package let partition: ValuePartition

  private let members: Members

  /// The values that belong to a class in addition to its representative.
  private enum Members: Sendable {
    /// None or, for values with an order, those between the representative and the next one.
    case usual

    /// Each possible value is listed with the index of its class.
    case listed([(value: FactValue, index: Int)])

    /// The last class contains all texts that do not represent another class. The texts can match several of the
    /// patterns.
    case texts([TextPattern])
  }

  private init(_ representatives: [FactValue], _ members: Members) {
    (partition, self.members) = (ValuePartition(representatives), members)
  }

  package init(_ representatives: [FactValue]) { self.init(representatives, .usual) }

  /// One value of each class, in the order of the classes.
  package var representatives: [FactValue] { partition.values }

  package var count: Int { representatives.count }

  /// The patterns that constraints require of a text attribute. They do not divide the texts into classes: a text
  /// belongs to one class, but can match several patterns.
  package var patterns: [TextPattern] {
    if case .texts(let patterns) = members { patterns } else { [] }
  }

  /// Returns the index of the class that contains a value, or nil if the fact cannot have the value.
  package func index(of value: FactValue) -> Int? {
    if case .listed(let members) = members { return members.first { $0.value == value }?.index }
    if let index = partition.index(ofIntervalWith: value) { return index }
    if case (.texts, .attribute(.text)) = (members, value) { return count - 1 }
    return nil
  }
}

extension FactDomain {
  // MARK: Ordered values

  /// Returns the lowest value of each interval of ordered values. A new interval begins at each of `cuts`.
  ///
  /// - Parameter lowest: The lowest possible value, which represents the values below every cut. If it is itself a cut,
  ///   the first interval is empty, and no state has a value in it.
  private static func intervals<Bound: Comparable & Hashable>(
    _ cuts: [Bound], from lowest: Bound
  ) -> [Bound] { [lowest] + Set(cuts).sorted() }

  /// Returns the domain of the platform with its version. The versions of a platform are adjacent, and the platforms
  /// are in the order of the cases, as in `cuts`.
  package static func systems(_ cuts: [[Version]]) -> FactDomain {
    FactDomain(
      zip(Platform.allCases, cuts).flatMap { platform, cuts in
        intervals(cuts, from: Version(0)).map { .system(platform, .version($0)) }
      })
  }

  package static func versions(_ cuts: [Version]) -> FactDomain {
    FactDomain(intervals(cuts, from: Version(0)).map { .version(.version($0)) })
  }

  package static func dates(_ cuts: [DateTime]) -> FactDomain {
    FactDomain(intervals(cuts, from: .first).map { .date($0) })
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

  /// Returns the domain of a status. Two statuses are in the same class if every test has the same result for both.
  ///
  /// - Parameter tests: The truth tables of all tests of the status in constraints. A table has the result of the test
  ///   for each status.
  package static func statuses<Status: CaseIterable & RawRepresentable>(
    _ tests: [TruthTable<Status>], _ value: (Status) -> FactValue
  ) -> FactDomain where Status.RawValue == UInt8 {
    var examples: [Status] = []
    let members = Status.allCases.map { status in
      let like = examples.firstIndex { example in tests.allSatisfy { $0[example] == $0[status] } }
      if like == nil { examples.append(status) }
      return (value: value(status), index: like ?? examples.count - 1)
    }
    return FactDomain(examples.map(value), .listed(members))
  }

  // MARK: Attributes

  /// Returns the domain of an attribute: the unknown value, then the classes of its other values. Each text that a
  /// constraint names is a class, and all other texts form one more class.
  package static func attribute(
    _ domain: AttributeDomain, _ cuts: AttributeBreakpoints
  ) -> FactDomain {
    func attribute(_ values: [AttributeValue], _ members: Members = .usual) -> FactDomain {
      FactDomain(([.unknown] + values).map { .attribute($0) }, members)
    }
    switch domain.type {
    case .boolean, .choice: return attribute(domain.listedValues())
    case .text:
      var texts = DistinctList<ExactText>()
      for text in cuts.texts { texts.append(text) }
      var patterns = DistinctList<TextPattern>()
      for pattern in cuts.patterns { patterns.append(pattern) }
      // No constraint can name the empty text, so it represents the class of all other texts.
      return attribute(
        (texts.elements + [ExactText("")]).map { .text($0) }, .texts(patterns.elements))
    case .integer: return attribute(intervals(cuts.integers, from: .min).map { .integer($0) })
    case .version:
      return attribute(
        intervals(cuts.versions, from: Version(0)).map { .version(.version($0)) })
    case .date: return attribute(intervals(cuts.dates, from: .first).map { .date($0) })
    }
  }
}

extension DateTime {
  fileprivate static let first: DateTime = "1970-01-01"
}
