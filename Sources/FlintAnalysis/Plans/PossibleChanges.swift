struct PossibleChange {
  /// Whether a series of changes leads to greater or to smaller values. A permission's statuses are
  /// a series, too, the most useful first.
  ///
  /// A series begins next to the current value. A plan has only the first change that suffices: if
  /// iOS 16 does, no plan upgrades to iOS 17. The exception is ``isNamed``.
  enum Direction { case up, down }

  let change: Change

  /// Nil if the change belongs to no series.
  var direction: Direction?

  /// Whether a constraint lists the value, so that a nearer one does not replace it.
  var isNamed = false
}

/// The changes that a plan may try in one state, by fact.
struct PossibleChanges {
  let manifest: Manifest
  let base: ResolvedState
  let allowances: PlanAllowances
  let breakpoints: Breakpoints
  let named: [References.Target]
  let insideNot: Set<Fact>

  /// Nil if there are too many to try.
  func changes(of fact: Fact) -> [PossibleChange]? {
    if fact != .date, manifest.owner(of: fact) == .environment, !allowances.contains(.environment) {
      return []
    }
    let now = base.value(of: fact)
    // A product that the user may own is not sold again.
    let isUnknown = [.notGiven, .typed(.unknown), .purchase(.unknown), .purchase(.pending)]
      .contains(now)
    func isUpward(_ new: FactValue) -> Bool { isUnknown || now.isBelow(new) }
    func changes(
      to values: [FactValue], _ direction: PossibleChange.Direction? = nil,
      isNamed: Set<FactValue> = [], where isPossible: (FactValue) -> Bool = { _ in true }
    ) -> [PossibleChange] {
      values.filter { $0 != now && isPossible($0) }.map {
        PossibleChange(
          change: Change(fact, $0), direction: direction, isNamed: isNamed.contains($0))
      }
    }
    switch fact {
    case .system:
      let versions = zip(Platform.allCases, breakpoints.systems).flatMap { platform, versions in
        VersionScale(versions, of: platform).breakpoints.map {
          FactValue.system(platform, .version($0))
        }
      }
      return changes(to: versions, .up, where: isUpward)
        + changes(to: platforms.map { .system($0, .latest) })
    case .device(.appVersion):
      let versions = VersionScale(breakpoints[fact].versions).breakpoints
      return changes(to: versions.map { .typed(.version(.version($0))) }, .up, where: isUpward)
    case .device(.date): return changes(to: dates.map { .typed(.date($0)) }, .up)
    case .permission(let permission):
      let statuses = SystemPermissionStatus.granting.filter(permission.allows)
      return changes(to: statuses.map { .permission($0) }, .up)
    case .product: return changes(to: [.purchase(.purchased)]) { _ in !isUnknown }
    case .unlocked: return changes(to: [.flag(.yes)])
    case .toggle, .runtime:
      return changes(to: [.flag(.yes)] + (insideNot.contains(fact) ? [.flag(.no)] : []))
    case .bucket(let bucket):
      let percents = insideNot.contains(fact) ? Set(breakpoints.percents[bucket] ?? []) : []
      return changes(to: [.bucket(.zero)])
        + changes(to: percents.sorted().map { .bucket($0) }, where: isUpward)
    case .attribute, .device:
      let domain = manifest.domain(of: fact)
      switch domain.type.structure {
      case .listed: return changes(to: domain.listedValues(onFirst: true).map { .typed($0) })
      case .texts: return manifest.texts(of: fact).map { changes(to: $0.map { .typed($0) }) }
      case .ordered: break
      }
      let limits = manifest.limits(of: fact, in: named)
      let listed = manifest.listedValues(of: fact, in: named)
      let (declared, ofUnknown) = (Set(limits.declared), Set(limits.ofUnknown))
      let upward = changes(to: limits.ofUnknown, .up, isNamed: Set(listed)) {
        declared.contains($0) ? isUpward($0) : isUnknown
      }
      let others = changes(to: listed) {
        if declared.contains($0) { return !isUnknown && $0.isBelow(now) }
        return !isUnknown || !ofUnknown.contains($0)
      }
      guard case .attribute(let attribute) = fact, let date = base.date else {
        return upward + others
      }
      // Each limit of an age is tried, and the age one second below it. Both directions begin with the nearest date.
      let ages = Set(breakpoints.reachableAges(of: attribute).flatMap { [$0 - 1, $0] }).sorted()
      let begins = ages.compactMap { DateTime(seconds: date.seconds - $0) }
        .map { FactValue.typed(.date($0)) }
      return upward + others
        + changes(to: begins, .down) { isUnknown || $0.isBelow(now) }
        + changes(to: begins.reversed(), .up) { !isUnknown && now.isBelow($0) }
    case .age, .permissionDefault, .purchaseDefault: return []
    }
  }

  private var platforms: [Platform] {
    guard allowances.contains(.platform) else { return [] }
    return Platform.allCases.filter { platform in
      platform != base.platform
        && manifest.app.platforms?.contains { $0.platform == platform } != false
    }
  }

  private var dates: [DateTime] {
    guard allowances.contains(.date) else { return [] }
    let known = Dictionary(breakpoints[.date].dates.map { ($0.seconds, $0) }) { first, _ in first }
    return Set(moments).sorted().filter { base.date.map(\.seconds) ?? -1 < $0 }.compactMap {
      known[$0] ?? DateTime(seconds: $0)
    }
  }

  /// Whether outcomes depend on the date, which the state lacks.
  var isDateMissing: Bool {
    base.date == nil && !(moments.isEmpty && breakpoints.ages.isEmpty)
  }

  /// Dates at which outcomes can change, in seconds since 1970. These are dates that constraints
  /// test, ends of purchases, and when attributes reach tested ages.
  private var moments: [Int64] {
    var moments = breakpoints[.date].dates.map(\.seconds)
    let tested = manifest.testedProducts(by: named)
    for case (let product, .until(let end, let graceEnd)) in base.given.purchases
    where tested.contains(product) {
      moments += [end, graceEnd].compactMap { $0?.seconds }
    }
    for attribute in breakpoints.ages.keys {
      guard case .date(let begin) = base.value(of: attribute) else { continue }
      moments += breakpoints.reachableAges(of: attribute).map { begin.seconds + $0 }
    }
    return moments
  }
}

extension Manifest {
  /// Texts that constraints mention, then the default. From a pattern, all texts joined from one of
  /// each of its keys; nil above ``AnalysisLimits/plannedTexts``.
  fileprivate func texts(of fact: Fact) -> [AttributeValue]? {
    var named = DistinctList<AttributeValue>()
    var composed = 0
    forEachRequirement { constraint in
      guard let accepted = constraint.accepted(of: fact) else { return }
      for value in accepted.namedValues { named.append(value) }
      guard let pattern = accepted.pattern else { return }
      composed += min(pattern.countOfComposedTexts, AnalysisLimits.plannedTexts + 1)
      guard composed <= AnalysisLimits.plannedTexts else { return }
      for text in pattern.composedTexts { named.append(.text(text)) }
    }
    if composed > AnalysisLimits.plannedTexts { return nil }
    if case .attribute(let attribute) = fact, let value = attributes[attribute].defaultValue {
      named.append(value)
    }
    return named.elements
  }
}

extension Constraint {
  /// Nil if the constraint does not test the fact.
  fileprivate func accepted(of fact: Fact) -> AttributeRequirement.Accepted? {
    switch self {
    case .attribute(let requirement):
      .attribute(requirement.attribute) == fact ? requirement.accepted : nil
    case .device(let requirement):
      .device(requirement.fact) == fact ? requirement.accepted : nil
    default: nil
    }
  }
}

extension TextPattern {
  fileprivate var countOfComposedTexts: Int {
    parts.reduce(1) { count, part in
      let (product, isTooMuch) = count.multipliedReportingOverflow(by: self[part].count)
      return isTooMuch ? .max : product
    }
  }

  fileprivate var composedTexts: [ExactText] {
    parts.reduce([ExactText("")]) { beginnings, part in
      beginnings.flatMap { beginning in
        self[part].map { ExactText(beginning.text + $0.text) }
      }
    }
  }
}

extension Breakpoints {
  /// Tested ages in seconds, without those beyond the range of dates.
  fileprivate func reachableAges(of attribute: Int) -> [Int64] {
    self[.attribute(attribute)].ages.filter { $0.magnitude < DateTime.end.magnitude }
  }
}

extension Version {
  fileprivate var predecessor: Version? {
    if patch > 0 { return Version(major, minor, patch - 1) }
    if minor > 0 { return Version(major, minor - 1) }
    return major > 0 ? Version(major - 1) : nil
  }
}

extension AttributeRange {
  fileprivate var beforeLimit: AttributeValue? {
    switch below {
    case .integer(let limit):
      limit > AttributeDomain.integers.lowerBound ? .integer(limit - 1) : nil
    case .version(.version(let limit)): limit.predecessor.map { .version(.version($0)) }
    case .date(let limit): DateTime(seconds: limit.seconds - 1).map { .date($0) }
    default: nil
    }
  }
}

extension Manifest {
  /// Values to try, ascending. `declared` has the limits of ranges, for a fact whose value is
  /// known. `ofUnknown` is for a fact whose value is unknown and, if no range has a lower limit,
  /// also has a value below each upper limit.
  fileprivate func limits(
    of fact: Fact, in targets: [References.Target]
  ) -> (declared: [FactValue], ofUnknown: [FactValue]) {
    var ranges: [AttributeRange] = []
    forEachRequirement(of: targets) { constraint in
      if case .range(let range) = constraint.accepted(of: fact) { ranges.append(range) }
    }
    let declared = ranges.flatMap(\.limits)
    let before = ranges.allSatisfy { $0.atLeast == nil } ? ranges.compactMap(\.beforeLimit) : []
    func ascending(_ values: [AttributeValue]) -> [FactValue] {
      Set(values).sorted().map { .typed($0) }
    }
    return (ascending(declared), ascending(declared + before))
  }

  /// Values that constraints list, without the limits of ranges.
  fileprivate func listedValues(of fact: Fact, in targets: [References.Target]) -> [FactValue] {
    var listed = DistinctList<FactValue>()
    forEachRequirement(of: targets) { constraint in
      if case .values(let values) = constraint.accepted(of: fact) {
        for value in values { listed.append(.typed(value)) }
      }
    }
    return listed.elements
  }

  private func forEachRequirement(
    of targets: [References.Target], _ body: (_ constraint: Constraint) -> Void
  ) {
    for target in targets { forEachPart(of: target, body) }
  }

  /// Facts tested inside a `not`, also by declarations to which it refers.
  func factsInsideNot(of targets: [References.Target]) -> Set<Fact> {
    struct Step: Hashable {
      let target: References.Target
      let isInside: Bool
    }
    var facts: Set<Fact> = []
    var steps = DistinctList<Step>()
    func add(_ target: References.Target, _ isInside: Bool) {
      steps.append(Step(target: target, isInside: isInside))
      guard case .feature(let feature) = target else { return }
      for ancestor in ancestors(of: feature) {
        steps.append(Step(target: .feature(ancestor), isInside: isInside))
      }
    }
    func walk(_ constraints: [Constraint], _ owner: Int?, _ isInside: Bool) {
      for constraint in constraints {
        if isInside {
          meaning(of: constraint, in: owner, canBeUnlocked: false).forEachTest(in: self) {
            test, _ in facts.insert(test.fact)
          }
        }
        if let target = constraint.target { add(target, isInside) }
        let isNot = if case .not = constraint { true } else { false }
        for condition in constraint.operands {
          walk(condition.constraints, owner, isInside || isNot)
        }
      }
    }
    for target in targets { add(target, false) }
    var next = 0
    while next < steps.elements.count {
      let step = steps.elements[next]
      next += 1
      switch step.target {
      case .feature(let feature):
        walk(features[feature].constraints, feature, step.isInside)
        for block in features[feature].conditional {
          walk(block.condition.constraints + block.constraints, feature, step.isInside)
        }
      case .condition(let condition):
        walk(conditions[condition].condition.constraints, nil, step.isInside)
      case .assumption(let assumption):
        walk(assumptions[assumption].condition.constraints, nil, step.isInside)
      }
    }
    return facts
  }
}
