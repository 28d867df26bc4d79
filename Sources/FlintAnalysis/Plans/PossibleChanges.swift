package import FlintLogic
package import FlintModel

/// A change of one fact, independent of a state.
package struct PossibleChange: Hashable {
  package enum Content: Hashable {
    case change(Change)

    /// Sets a date attribute (by index) to so many seconds before the state's date.
    case age(Int, before: Int64)
  }

  /// The values from which a change is possible.
  package enum Start: Hashable {
    /// From any other value.
    case others

    /// `less`: from a smaller or unknown value. `unknown`: only from unknown.
    case less, unknown

    /// `more`: from a greater value. `otherValues`: from any other known one.
    case more, otherValues

    /// `younger`: from a smaller or unknown age. `older`: from a greater age.
    case younger, older
  }

  /// The direction of a series of changes that set a fact to ever greater values (`up`), such as higher OS versions or
  /// later dates, or to ever smaller ones (`down`). The statuses of a permission are such a series, the most useful
  /// first.
  ///
  /// A series begins with the new value that is nearest to the current one. A plan contains only the first change of a
  /// series that suffices: if iOS 16 suffices, no plan upgrades to iOS 17. The exception is ``isNamed``.
  package enum Direction: String {
    case up, down
  }

  package let content: Content
  package let start: Start

  /// Nil if it belongs to no series.
  package let direction: Direction?

  /// Whether a constraint lists the value, so that a nearer one does not replace it.
  package let isNamed: Bool

  fileprivate init(
    _ content: Content, from start: Start = .others, _ direction: Direction? = nil,
    isNamed: Bool = false
  ) {
    (self.content, self.start) = (content, start)
    (self.direction, self.isNamed) = (direction, isNamed)
  }

  fileprivate init(
    _ change: Change, from start: Start = .others, _ direction: Direction? = nil,
    isNamed: Bool = false
  ) {
    self.init(.change(change), from: start, direction, isNamed: isNamed)
  }

  /// Nil if not possible from the state's value.
  func change(in state: ResolvedState) -> Change? {
    let change: Change
    switch content {
    case .change(let plain): change = plain
    case .age(let attribute, let seconds):
      guard let date = state.date, let begin = DateTime(seconds: date.seconds - seconds) else {
        return nil
      }
      change = .set(.attribute(attribute), .date(begin))
    }
    return isPossible(from: state.value(of: change.fact), to: change.value) ? change : nil
  }

  private func isPossible(from present: FactValue, to new: FactValue) -> Bool {
    // Who may own a product is not sold it again.
    let unknown: [FactValue] = [
      .notGiven, .typed(.unknown), .purchase(.unknown), .purchase(.pending),
    ]
    let isUnknown = unknown.contains(present)
    return switch start {
    case .others: present != new
    case .less: isUnknown || present.isBelow(new)
    case .unknown: isUnknown
    case .more: !isUnknown && new.isBelow(present)
    case .otherValues: !isUnknown && present != new
    case .younger: isUnknown || new.isBelow(present)
    case .older: !isUnknown && present.isBelow(new)
    }
  }
}

/// For each fact, the changes that a plan may in some state.
package struct PossibleChanges {
  private let manifest: Manifest
  private let breakpoints: Breakpoints

  private let named: [References.Target]

  private let insideNot: Set<Fact>

  package init(
    _ manifest: Manifest, _ breakpoints: Breakpoints, named: [References.Target],
    insideNot: Set<Fact>
  ) {
    (self.manifest, self.breakpoints) = (manifest, breakpoints)
    (self.named, self.insideNot) = (named, insideNot)
  }

  /// Nil if too many. Without those of the date, which depend on the state.
  package func changes(of fact: Fact) -> [PossibleChange]? {
    let isInsideNot = insideNot.contains(fact)
    switch fact {
    case .system:
      return zip(Platform.allCases, breakpoints.systems).flatMap { platform, versions in
        VersionScale(versions, of: platform).breakpoints.map {
          PossibleChange(.upgradeOS(platform, $0), from: .less, .up)
        }
      }
    case .device(.appVersion):
      return VersionScale(breakpoints[fact].versions).breakpoints.map {
        PossibleChange(.upgradeApp($0), from: .less, .up)
      }
    case .permission(let permission):
      return SystemPermissionStatus.granting.filter(permission.allows).map {
        PossibleChange(.authorize(permission, $0), .up)
      }
    case .product(let product): return [PossibleChange(.purchase(product), from: .otherValues)]
    case .unlocked(let feature): return [PossibleChange(.unlock(feature))]
    case .toggle(let feature):
      return [PossibleChange(.enableToggle(feature))]
        + (isInsideNot ? [PossibleChange(.disableToggle(feature))] : [])
    case .runtime(let feature):
      return [PossibleChange(.enableRuntime(feature))]
        + (isInsideNot ? [PossibleChange(.disableRuntime(feature))] : [])
    case .bucket(let bucket):
      let percents = isInsideNot ? Set(breakpoints.percents[bucket] ?? []).sorted() : []
      return [PossibleChange(.enterRollout(bucket))]
        + percents.map { PossibleChange(.leaveRollout(bucket, $0), from: .less) }
    case .attribute, .device: return fact == .date ? [] : changes(ofTyped: fact)
    case .age, .permissionDefault, .purchaseDefault: return []
    }
  }

  private func changes(ofTyped fact: Fact) -> [PossibleChange]? {
    func plain(_ values: [AttributeValue]) -> [PossibleChange] {
      values.map { PossibleChange(.set(fact, $0)) }
    }
    let domain = manifest.domain(of: fact)
    switch domain.type.structure {
    case .listed: return plain(domain.listedValues(onFirst: true))
    case .texts: return manifest.texts(of: fact).map { plain($0) }
    case .ordered:
      let limits = manifest.limits(of: fact, in: named)
      let (declared, ofUnknown) = (Set(limits.declared), Set(limits.ofUnknown))
      let listed = manifest.listedValues(of: fact, in: named)
      let isNamed = Set(listed)
      let upward = limits.ofUnknown.map { value in
        PossibleChange(
          .set(fact, value), from: declared.contains(value) ? .less : .unknown, .up,
          isNamed: isNamed.contains(value))
      }
      let others = listed.map { value in
        let start: PossibleChange.Start =
          declared.contains(value) ? .more : ofUnknown.contains(value) ? .otherValues : .others
        return PossibleChange(.set(fact, value), from: start)
      }
      guard case .attribute(let attribute) = fact else { return upward + others }
      // Each limit of an age is tried, and the age one second below it. Both directions begin with the nearest date.
      let seconds = Set(breakpoints.reachableAges(of: attribute).flatMap { [$0 - 1, $0] }).sorted()
      return upward + others
        + seconds.map { PossibleChange(.age(attribute, before: $0), from: .younger, .down) }
        + seconds.reversed().map { PossibleChange(.age(attribute, before: $0), from: .older, .up) }
    }
  }
}

extension Breakpoints {
  /// In seconds, without ages beyond the range of dates.
  package func reachableAges(of attribute: Int) -> [Int64] {
    self[.attribute(attribute)].ages.filter { $0.magnitude < DateTime.end.magnitude }
  }
}

extension Version {
  package var predecessor: Version? {
    if patch > 0 { return Version(major, minor, patch - 1) }
    if minor > 0 { return Version(major, minor - 1) }
    return major > 0 ? Version(major - 1) : nil
  }
}

extension AttributeRange {
  fileprivate var beforeLimit: AttributeValue? {
    switch self {
    case .integers(let range):
      range.below.flatMap { $0 > AttributeDomain.integers.lowerBound ? .integer($0 - 1) : nil }
    case .versions(let range): range.below?.predecessor.map { .version(.version($0)) }
    case .dates(let range): range.below?.predecessor.map { .date($0) }
    }
  }
}

extension DateTime {
  fileprivate var predecessor: DateTime? { DateTime(seconds: seconds - 1) }
}

extension Manifest {
  /// Ascending. `declared` has the limits of ranges, for a known value; `ofUnknown` also a value
  /// below each upper limit, if no range has a lower one.
  package func limits(
    of fact: Fact, in targets: [References.Target]
  ) -> (declared: [AttributeValue], ofUnknown: [AttributeValue]) {
    var ranges: [AttributeRange] = []
    forEachRequirement(of: targets) { constraint in
      if case .range(let range) = constraint.accepted(of: fact) { ranges.append(range) }
    }
    let declared = ranges.flatMap(\.limits)
    let before = ranges.allSatisfy { $0.atLeast == nil } ? ranges.compactMap(\.beforeLimit) : []
    func ascending(_ values: [AttributeValue]) -> [AttributeValue] {
      Set(values).sorted { FactValue.typed($0).isBelow(.typed($1)) }
    }
    return (ascending(declared), ascending(declared + before))
  }

  /// Without the limits of ranges.
  package func listedValues(of fact: Fact, in targets: [References.Target]) -> [AttributeValue] {
    var listed = DistinctList<AttributeValue>()
    forEachRequirement(of: targets) { constraint in
      if case .values(let values) = constraint.accepted(of: fact) {
        for value in values { listed.append(value) }
      }
    }
    return listed.elements
  }

  private func forEachRequirement(
    of targets: [References.Target], _ body: (_ constraint: Constraint) -> Void
  ) {
    for target in targets {
      switch target {
      case .feature(let feature): features[feature].forEachRequirement(body)
      case .condition(let condition): conditions[condition].condition.forEachPart(body)
      case .assumption(let assumption): assumptions[assumption].condition.forEachPart(body)
      }
    }
  }

  /// Including facts of what a `not` refers to.
  package func factsInsideNot(of targets: [References.Target]) -> Set<Fact> {
    struct Step: Hashable {
      let target: References.Target
      let isInside: Bool
    }
    var facts: Set<Fact> = []
    var steps = DistinctList<Step>()
    for target in targets {
      steps.append(Step(target: target, isInside: false))
      guard case .feature(let feature) = target else { continue }
      for ancestor in ancestors(of: feature) {
        steps.append(Step(target: .feature(ancestor), isInside: false))
      }
    }
    var next = 0
    func walk(_ constraint: Constraint, _ owner: Int?, _ isInside: Bool) {
      if isInside {
        meaning(of: constraint, in: owner, canBeUnlocked: false).forEachTest(in: self) { test, _ in
          facts.insert(test.fact)
        }
      }
      switch constraint.target {
      case .feature(let other)?:
        for needed in [other] + Array(ancestors(of: other)) {
          steps.append(Step(target: .feature(needed), isInside: isInside))
        }
      case .condition(let condition)?:
        steps.append(Step(target: .condition(condition), isInside: isInside))
      // No constraint refers to an assumption.
      case .assumption?, nil: break
      }
      let isNot = if case .not = constraint { true } else { false }
      for condition in constraint.operands {
        for inner in condition.constraints { walk(inner, owner, isInside || isNot) }
      }
    }
    while next < steps.elements.count {
      let step = steps.elements[next]
      next += 1
      switch step.target {
      case .feature(let feature):
        let declaration = features[feature]
        for constraint in declaration.constraints { walk(constraint, feature, step.isInside) }
        for block in declaration.conditional {
          for constraint in block.condition.constraints + block.constraints {
            walk(constraint, feature, step.isInside)
          }
        }
      case .condition(let condition):
        for constraint in conditions[condition].condition.constraints {
          walk(constraint, nil, step.isInside)
        }
      case .assumption(let assumption):
        for constraint in assumptions[assumption].condition.constraints {
          walk(constraint, nil, step.isInside)
        }
      }
    }
    return facts
  }
}
