/// Examples of a fact's values, "not given" first. One for each set of values that no constraint
/// distinguishes. A variable's values are indices into ``values``.
struct VariableDomain {
  /// Indices inside values are those of ``StateSpace/combinedManifest``.
  var values: [FactValue] { valuePartition.values }

  private let valuePartition: ValuePartition

  private let bySide: [ValuePartition]

  private let distances: [StateSpace.Distance]

  static let usualDistances = [StateSpace.Distance.zero, .init(fields: 1)]

  init(
    _ values: [FactValue], bySide: [[FactValue]] = [],
    distances: [StateSpace.Distance] = usualDistances
  ) {
    valuePartition = ValuePartition(values)
    self.bySide = bySide.map { ValuePartition($0) }
    self.distances = distances
  }

  /// The value nearest to a fresh install. `to` is exclusive.
  func nearest(from: UInt32, to: UInt32) -> (value: UInt32, StateSpace.Distance) {
    var nearest = (value: from, distances[min(Int(from), distances.count - 1)])
    var value = from + 1
    while value < min(Int(to), distances.count) {
      if distances[Int(value)] < nearest.1 { nearest = (value, distances[Int(value)]) }
      value += 1
    }
    return nearest
  }

  func valuePartition(on side: Int) -> ValuePartition {
    bySide.isEmpty ? valuePartition : bySide[side]
  }
}

extension StateSpace {
  func domain(of fact: Fact) -> VariableDomain {
    switch fact {
    case .system:
      return VariableDomain(
        systems.map { .system($0.platform, $0.version) },
        distances: systemDistances + [.unreachable])
    case .device(let device):
      return TypedValues([device.domain], breakpoints[fact], first: [.notGiven]).domain
    case .permission(let permission): return statuses(of: permission)
    case .product(let product): return statuses(ofProduct: product)
    case .unlocked:
      // A purchase is preferred to unlocking: an app unlocks a feature only in exchange for credits.
      return VariableDomain(
        [.notGiven, .flag(.yes)], distances: [.zero, Distance(fields: 1, preference: 1)])
    case .toggle: return VariableDomain([.notGiven] + [.yes, .no].map { .flag($0) })
    case .runtime: return VariableDomain([.notGiven] + [.yes, .no, .unknown].map { .flag($0) })
    case .attribute(let attribute): return attributeValues[attribute].domain
    case .age(let attribute, _, _):
      return VariableDomain(
        [.notGiven] + ages(of: attribute).examples(step: 1, usual: 0).map { .age($0) },
        // An age has no distance of its own, because it is computed from two dates, which have distances.
        distances: [.zero])
    case .bucket(let bucket):
      let draws = Intervals.draws(breakpoints.percents[bucket] ?? [])
      return VariableDomain(
        [.notGiven]
          + draws.examples(step: 1_000_000, usual: 0).map {
            .bucket(Percent(tenThousandths: Int($0)) ?? .zero)
          })
    case .permissionDefault, .purchaseDefault:
      return VariableDomain([DeviceState().value(of: fact)])
    }
  }

  private func statuses(of permission: SystemPermission) -> VariableDomain {
    return VariableDomain(
      [.notGiven] + breakpoints.statuses(of: permission).dropFirst().map { .permission($0) },
      distances: [
        .zero, Distance(fields: 1, preference: permission == .locationAlways ? 2 : 0),
      ])
  }

  private func statuses(ofProduct product: Int) -> VariableDomain {
    let types = sides.map { side in
      side.product(product)?.type
    }
    let values = breakpoints.statuses(ofProduct: product, types: types.compactMap(\.self))
      .dropFirst()
    return VariableDomain(
      [.notGiven] + values.map { .purchase($0) },
      bySide: types.count == 1
        ? []
        : types.map { type in
          [.notGiven] + values.map { type?.allows($0) == false ? .notGiven : .purchase($0) }
        })
  }

  /// The fact, with the number that both manifests share as its index.
  func shared(_ fact: Fact, _ side: Int) -> Fact {
    fact.renumbered(sides[side].number)
  }
}

/// Examples of a typed fact's values. Suffice for two manifests with different types.
struct TypedValues {
  /// Without “not given” and “unknown”. Choices are texts, because indices can differ between
  /// manifests.
  private var values: [AttributeValue] = []

  private(set) var hasTooManyTexts = false

  private let declared: [AttributeDomain?]

  /// “Not given” and, for an attribute, “unknown”. Instead of both, a known value if the attribute
  /// is always known.
  private var first: [FactValue]

  /// Whether the attribute is always known, by manifest.
  private var isAlwaysKnown: [Bool] = []

  /// Whether states must give a value, because the manifests' defaults differ.
  private var mustBeGiven = false

  private var moments = Intervals.dates([])

  /// - Parameter declared: By manifest; nil where undeclared.
  init(of declared: [AttributeDeclaration?], _ cuts: AttributeBreakpoints) {
    self.init(declared.map(\.?.domain), cuts, first: [.notGiven, .typed(.unknown)])
    isAlwaysKnown = declared.map { $0?.isAlwaysKnown == true }
    let declared = declared.compactMap(\.self)
    guard declared.allSatisfy(\.isAlwaysKnown), let usual = declared.first?.sharedDefault else {
      return
    }
    mustBeGiven = declared.contains { $0.sharedDefault != usual }
    first = [.typed(mustBeGiven ? values[0] : usual)]
  }

  init(_ declared: [AttributeDomain?], _ cuts: AttributeBreakpoints, first: [FactValue]) {
    self.declared = declared
    self.first = first
    for domain in declared.compactMap(\.self) where !hasValues(of: domain) { add(domain, cuts) }
    guard declared.contains(.text) else { return }
    // If the other manifest declares the attribute as a choice, its texts are already in `values`. They are treated
    // like texts that constraints name.
    let named = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard let others = TextClasses.texts(besides: named, patterns: cuts.patterns) else {
      hasTooManyTexts = true
      return
    }
    add(others.matching + [others.none])
  }

  var count: Int { first.count + values.count }

  func isUnknown(_ value: Int) -> Bool { value < first.count && first[value] == .typed(.unknown) }

  /// The seconds since 1970 that the value with this index covers. Nil if the value is no date.
  func moment(_ value: Int) -> Range<Int64>? {
    // Where the attribute must be given, the first value is that of the second.
    let index = (mustBeGiven ? max(1, value) : value) - first.count
    guard index >= 0, case .date(let date) = values[index] else { return nil }
    return moments[moments.index(of: date.seconds)]
  }

  private func hasValues(of domain: AttributeDomain) -> Bool {
    // Two declarations of a choice or a text attribute can contribute different texts, so both are needed.
    !domain.type.isTextual && values.contains { $0.type == domain.type }
  }

  private mutating func add(_ domain: AttributeDomain, _ cuts: AttributeBreakpoints) {
    switch domain {
    case .boolean: values += domain.listedValues(onFirst: true)
    case .choice(let texts): add(texts.map { ExactText($0) })
    case .text: add(cuts.texts)
    case .integer:
      values += Intervals.integers(cuts.integers).examples(step: 1, usual: 0).map {
        .integer($0)
      }
    case .version:
      let scale = VersionScale(cuts.versions)
      values += (0..<scale.count).map { .version(scale.example($0)) }
    case .date:
      moments = .dates(cuts.dates)
      values += moments.dateExamples.map { .date($0) }
    }
  }

  private mutating func add(_ texts: [ExactText]) {
    var known = DistinctList<AttributeValue>()
    for value in values { known.append(value) }
    for text in texts where known.append(.text(text)) { values.append(.text(text)) }
  }

  /// "Not given", then "unknown" for an attribute, then the examples.
  var domain: VariableDomain {
    let views = declared.indices.map { view($0) }
    let given = StateSpace.Distance(fields: 1)
    return VariableDomain(
      views.count == 1 ? views[0] : view(nil), bySide: views.count == 1 ? [] : views,
      distances: mustBeGiven
        // The first value equals the second, which is nearer, so that a state always gives it.
        ? [given + given, given]
        // A known value is preferred to an unknown one.
        : first.count == 1
          ? VariableDomain.usualDistances
          : [.zero, StateSpace.Distance(fields: 1, preference: 1), given])
  }

  /// The values in ``domain`` as one manifest sees them, in the same order. Values of another type
  /// than it declares count as not given. A choice becomes its index in this manifest, `Int.max` if
  /// undeclared.
  private func view(_ side: Int?) -> [FactValue] {
    let all = first + values.map { .typed($0) }
    guard let side, let domain = declared[side] else { return all }
    let choices = NameIndex(domain.choices)
    return all.map { value in
      switch (domain, value) {
      case (.choice, .typed(.text(let text))):
        .typed(.choice(choices.index(of: text.text) ?? .max))
      case (_, .typed(.unknown)): isAlwaysKnown.isEmpty || !isAlwaysKnown[side] ? value : .notGiven
      case (_, .typed(let typed)): typed.type == domain.type ? value : .notGiven
      default: value
      }
    }
  }
}

extension AttributeDeclaration {
  /// A choice as its text, because indices can differ between manifests.
  fileprivate var sharedDefault: AttributeValue? {
    if case .choice(let index) = defaultValue {
      .text(ExactText(domain.choices[index]))
    } else {
      defaultValue
    }
  }
}

/// Classes of versions between breakpoints, the newest first.
package struct VersionScale {
  /// The lowest versions of the classes, ascending, without version 0.
  package private(set) var breakpoints: [Version] = []

  /// The platform whose versions these are. Nil for versions of an app or another program.
  private let platform: Platform?

  package init(_ breakpoints: [Version], of platform: Platform? = nil) {
    self.platform = platform
    let zero = Version(0)
    let released = platform.map { platform in breakpoints.map { platform.firstRelease(from: $0) } }
    for boundary in (released ?? breakpoints).sorted()
    where boundary > zero && boundary != self.breakpoints.last {
      self.breakpoints.append(boundary)
    }
  }

  var count: Int { breakpoints.count + 1 }

  /// The index of the version's class; 0 for the newest versions.
  func index(of version: InstalledVersion) -> Int {
    switch version {
    case .latest: 0
    case .version(let version): breakpoints.count - boundariesUpTo(version)
    }
  }

  /// The indices of the range's classes; all if `range` is nil. The range's limits must be limits
  /// of classes. Empty if no version in the range was ever released.
  func indices(in range: VersionRange?) -> Range<Int> {
    let lowest = range?.atLeast.map { breakpoints.count - boundariesUpTo($0) } ?? breakpoints.count
    let highest = range?.below.map { breakpoints.count - boundariesUpTo($0) + 1 } ?? 0
    return highest..<max(highest, lowest + 1)
  }

  /// An example of the class, usually its lowest version. Of the newest class, the latest version;
  /// of the oldest class, one just below the next class.
  func example(_ index: Int) -> InstalledVersion {
    if index == 0 { return .latest }
    if index < breakpoints.count { return .version(breakpoints[breakpoints.count - index - 1]) }
    let first = breakpoints[0]
    if first.major > 0 {
      return .version(platform?.release(below: first) ?? Version(first.major - 1))
    }
    if first.minor > 0 { return .version(Version(0, first.minor - 1)) }
    return .version(Version(0, 0, first.patch - 1))
  }

  func isReleased(_ version: InstalledVersion) -> Bool {
    switch version {
    case .latest: true
    case .version(let version): platform?.firstRelease(from: version) ?? version == version
    }
  }

  private func boundariesUpTo(_ version: Version) -> Int {
    let version = platform?.firstRelease(from: version) ?? version
    return breakpoints.indices.end { breakpoints[$0] <= version }
  }
}

/// Whole numbers in intervals that no constraint divides: seconds, integers, or ten-thousandths of
/// a percent.
struct Intervals {
  private let lower: Int64
  private let upper: Int64

  // INVARIANT: the first numbers of all intervals but the lowest are ascending, distinct, and
  // strictly between `lower` and `upper`.
  private let cuts: [Int64]

  /// - Parameter cuts: Where intervals begin, in any order; those outside are ignored.
  init(cutAt cuts: [Int64], within limits: Range<Int64>) {
    (lower, upper) = (limits.lowerBound, limits.upperBound)
    self.cuts = Set(cuts).filter { limits.lowerBound < $0 && $0 < limits.upperBound }.sorted()
  }

  var count: Int { cuts.count + 1 }

  subscript(index: Int) -> Range<Int64> {
    (index == 0 ? lower : cuts[index - 1])..<(index == cuts.count ? upper : cuts[index])
  }

  /// Each interval's least number. Of the lowest interval, a number near its end.
  /// - Parameters:
  /// - step: How far the lowest interval's example is below the next interval.
  /// - usual: The example if there is only one interval.
  func examples(step: Int64, usual: Int64) -> [Int64] {
    (0..<count).map { index in
      if index > 0 { return self[index].lowerBound }
      return cuts.isEmpty ? usual : max(lower, cuts[0] - step)
    }
  }

  func index(of number: Int64) -> Int { cuts.indices.end { cuts[$0] <= number } }

  // MARK: Kinds of numbers

  static func dates(_ dates: [DateTime]) -> Intervals {
    Intervals(cutAt: dates.map(\.seconds), within: 0..<DateTime.end)
  }

  static func ages(_ seconds: [Int64]) -> Intervals {
    Intervals(cutAt: seconds, within: -DateTime.end..<DateTime.end)
  }

  static func integers(_ numbers: [Int64]) -> Intervals {
    let all = AttributeDomain.integers
    return Intervals(cutAt: numbers, within: all.lowerBound..<all.upperBound + 1)
  }

  static func draws(_ percents: [Percent]) -> Intervals {
    Intervals(cutAt: percents.map { Int64($0.tenThousandths) }, within: 0..<1_000_000)
  }

  /// Each interval's first date; for the lowest, a day before its end.
  var dateExamples: [DateTime] {
    examples(step: 86400, usual: 1_767_225_600).compactMap { DateTime(seconds: $0) }
  }
}
