package import FlintCore
package import FlintLogic

/// The changes that a plan tries for each fact of a state, such as buying a product or raising a version to the next
/// breakpoint (a value at which the outcome of a constraint can change).
struct PossibleChanges {
  private let manifest: Manifest
  private let base: ResolvedState
  private let allowances: PlanAllowances
  private let breakpoints: Breakpoints

  /// The features, conditions and assumptions on which a plan depends. A plan tries only values that their constraints
  /// distinguish.
  private let named: [References.Target]

  /// The facts that constraints test inside a `not`. For these facts, a change away from the tested value, such as
  /// turning a toggle off, may also help.
  private let insideNot: Set<Fact>

  typealias Option = ChangeSpace.Option

  init(
    _ manifest: Manifest, _ base: ResolvedState, _ allowances: PlanAllowances,
    _ breakpoints: Breakpoints, named: [References.Target], insideNot: Set<Fact>
  ) {
    self.named = named
    self.manifest = manifest
    self.base = base
    self.allowances = allowances
    self.breakpoints = breakpoints
    self.insideNot = insideNot
  }

  /// Returns the possible changes of a fact; nil if there are too many to try.
  func options(for fact: Fact) -> [Option]? {
    switch fact {
    case .system: return systems
    case .appVersion:
      return upgrades(breakpoints.app, from: base.appVersion).map {
        Option(change: .upgradeApp($0), direction: .up)
      }
    case .date: return dates
    case .permission(let permission):
      let current = base.status(of: permission)
      return SystemPermissionStatus.granting.filter { permission.allows($0) && $0 != current }
        .map { Option(change: .authorize(permission, $0)) }
    case .product(let product):
      return base.status(of: product) == .purchased ? [] : [Option(change: .purchase(product))]
    case .unlocked(let feature):
      return base.isUnlocked(feature) ? [] : [Option(change: .unlock(feature))]
    case .toggle(let feature):
      let declared = manifest.features[feature].declaredToggle ?? true
      if !base.toggle(of: feature, defaultValue: declared) {
        return [Option(change: .enableToggle(feature))]
      }
      return insideNot.contains(fact) ? [Option(change: .disableToggle(feature))] : []
    case .runtime(let feature): return flags(of: feature, fact)
    case .attribute(let attribute): return values(of: attribute)
    case .bucket(let bucket): return draws(of: bucket, fact)
    case .age, .permissionDefault, .purchaseDefault: return []
    }
  }

  private func flags(of feature: Int, _ fact: Fact) -> [Option] {
    let flag = base.runtimeFlag(of: feature)
    var options: [Option] = []
    if flag != .yes { options.append(Option(change: .enableRuntime(feature))) }
    if flag != .no, insideNot.contains(fact) {
      options.append(Option(change: .disableRuntime(feature)))
    }
    return options
  }

  private func draws(of bucket: Int, _ fact: Fact) -> [Option] {
    let position = base.bucket(bucket)
    var options: [Option] = []
    if position != .zero { options.append(Option(change: .enterRollout(bucket))) }
    guard insideNot.contains(fact) else { return options }
    let percents = Set(breakpoints.percents[bucket] ?? []).sorted()
    for percent in percents where position == nil || position! < percent {
      options.append(Option(change: .leaveRollout(bucket, percent)))
    }
    return options
  }

  // MARK: Versions and dates

  private var systems: [Option] {
    let versions = breakpoints.systems[Int(base.platform.rawValue)]
    var options = upgrades(versions, from: base.osVersion).map {
      Option(change: .upgradeOS(base.platform, $0), direction: .up)
    }
    if allowances.contains(.platform) {
      options += Platform.allCases.filter { platform in
        platform != base.platform
          && manifest.app.platforms?.contains { $0.platform == platform } != false
      }.map { Option(change: .changePlatform($0)) }
    }
    return options
  }

  /// Returns the versions to which an upgrade is worth trying, in ascending order: the breakpoints above the given
  /// version. A breakpoint is the lowest version of a range of versions that no constraint distinguishes.
  private func upgrades(_ breakpoints: [Version], from version: InstalledVersion) -> [Version] {
    VersionScale(breakpoints).breakpoints.filter { !version.isAtLeast($0) }
  }

  /// The possible changes of the date: to the dates that constraints test, to the ends of purchases, and to the dates
  /// on which an attribute reaches an age that a constraint tests.
  private var dates: [Option] {
    guard allowances.contains(.date) else { return [] }
    var moments = breakpoints.dates.map(\.seconds)
    let asked = askedProducts
    for case (let product, .until(let end)) in base.given.purchases where asked.contains(product) {
      moments.append(end.seconds)
    }
    for attribute in breakpoints.ages.keys {
      guard case .date(let begin) = base.value(of: attribute) else { continue }
      moments += breakpoints.reachableAges(of: attribute).map { begin.seconds + $0 }
    }
    let known = Dictionary(breakpoints.dates.map { ($0.seconds, $0) }) { first, _ in first }
    return Set(moments).sorted().filter { base.date.map(\.seconds) ?? -1 < $0 }.compactMap {
      moment in
      (known[moment] ?? DateTime(seconds: moment)).map {
        Option(change: .waitForDate($0), direction: .up)
      }
    }
  }

  private var askedProducts: Set<Int> {
    var products: Set<Int> = []
    for target in named {
      manifest.forEachTest(of: target) { test, _ in
        if case .product(let product) = test.fact { products.insert(product) }
      }
    }
    return products
  }

  // MARK: Attributes

  private func values(of attribute: Int) -> [Option]? {
    let declaration = manifest.attributes[attribute]
    if declaration.owner == .environment, !allowances.contains(.environment) { return [] }
    let current = base.value(of: attribute)
    func options(_ values: [AttributeValue], _ direction: ChangeSpace.Direction? = nil) -> [Option]
    {
      values.filter { $0 != current }.map {
        Option(change: .setAttribute(attribute, $0), direction: direction)
      }
    }
    switch declaration.domain.type.structure {
    case .listed: return options(declaration.domain.listedValues(onFirst: true))
    case .texts: return manifest.texts(of: attribute).map { options($0) }
    case .ordered:
      let listed = manifest.listedValues(of: attribute, in: named)
      let bounds = upward(of: attribute, from: current)
      let isListed = Set(listed.map { Change.setAttribute(attribute, $0) })
      let isBound = Set(bounds)
      return options(bounds, .up).map { option in
        var option = option
        option.isNamed = isListed.contains(option.change)
        return option
      } + options(listed.filter { !isBound.contains($0) }) + ages(of: attribute, from: current)
    }
  }

  /// Returns the values above an attribute's current value that a plan may try, in ascending order. They are the limits
  /// of the ranges that constraints accept. If the current value is unknown, no value counts as above it, and the
  /// result is a list of values for this case.
  private func upward(of attribute: Int, from current: AttributeValue) -> [AttributeValue] {
    let limits = manifest.limits(of: attribute, in: named)
    if current == .unknown { return limits.ofUnknown }
    return limits.declared.filter { current.isBelow($0) }
  }

  /// Returns possible changes of a date attribute, so that the attribute gets a certain age. For each age that a
  /// constraint tests, they are the date at which the attribute has exactly this age, and the date at which it is one
  /// second younger. The dates before the current value come first, beginning with the nearest; then come those after
  /// it.
  private func ages(of attribute: Int, from current: AttributeValue) -> [Option] {
    guard let date = base.date?.seconds else { return [] }
    let moments = Set(
      breakpoints.reachableAges(of: attribute).flatMap { [date - $0, date - $0 + 1] }
    ).sorted()
    let begin: Int64? = if case .date(let begin) = current { begin.seconds } else { nil }
    func options(_ moments: [Int64], _ direction: ChangeSpace.Direction) -> [Option] {
      moments.compactMap { moment in
        DateTime(seconds: moment).map {
          Option(change: .setAttribute(attribute, .date($0)), direction: direction)
        }
      }
    }
    guard let begin else { return options(moments.reversed(), .down) }
    return options(moments.filter { $0 < begin }.reversed(), .down)
      + options(moments.filter { $0 > begin }, .up)
  }
}

extension Breakpoints {
  /// Returns the ages of a date attribute that constraints test, in seconds. Omits ages that are longer than the time
  /// between any two dates that can be represented.
  package func reachableAges(of attribute: Int) -> [Int64] {
    attributeBreakpoints(of: attribute).ages.filter { $0.magnitude < DateTime.end.magnitude }
  }
}

extension Version {
  /// A version below this one, without unnecessary components, such as 16 for 17 and 17.1 for 17.2; nil for version 0.
  package var predecessor: Version? {
    if patch > 0 { return Version(major, minor, patch - 1) }
    if minor > 0 { return Version(major, minor - 1) }
    return major > 0 ? Version(major - 1) : nil
  }
}

extension AttributeValue {
  /// Whether this value is less than another one of the same type; false for types without an order.
  fileprivate func isBelow(_ other: AttributeValue) -> Bool {
    AttributeRange(below: other)?.contains(self) == true
  }
}

extension AttributeRange {
  /// The value just below the upper limit, such as 4 for “below 5”; nil if there is no upper limit, or if it is the
  /// lowest value.
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
  /// The date one second before this one; nil for the first date.
  fileprivate var predecessor: DateTime? { DateTime(seconds: seconds - 1) }
}

extension Manifest {
  /// Returns the values of an integer, version or date attribute that a plan may try, in ascending order.
  ///
  /// The list `declared` is for an attribute whose current value is known. It has the limits of all ranges that
  /// constraints accept. The list `ofUnknown` is for an attribute whose current value is unknown. It has the same
  /// limits and, if no range has a lower limit, also a value just below each upper limit, because a range does not
  /// contain its upper limit. For example, for the range “below 5”, it has 4 and 5.
  package func limits(
    of attribute: Int, in targets: [References.Target]
  ) -> (declared: [AttributeValue], ofUnknown: [AttributeValue]) {
    var ranges: [AttributeRange] = []
    forEachRequirement(of: targets) { constraint in
      if case .requirement(.attribute(let requirement)) = constraint,
        requirement.attribute == attribute,
        case .range(let range) = requirement.accepted
      {
        ranges.append(range)
      }
    }
    let declared = ranges.flatMap(\.limits)
    let before =
      ranges.allSatisfy { $0.atLeast == nil } ? ranges.compactMap(\.beforeLimit) : []
    func ascending(_ values: [AttributeValue]) -> [AttributeValue] {
      Set(values).sorted { $0.isBelow($1) }
    }
    return (ascending(declared), ascending(declared + before))
  }

  /// Returns the distinct values of an attribute that constraints list as accepted, and not only as limits of a range.
  package func listedValues(
    of attribute: Int, in targets: [References.Target]
  ) -> [AttributeValue] {
    var listed = DistinctList<AttributeValue>()
    forEachRequirement(of: targets) { constraint in
      if case .requirement(.attribute(let requirement)) = constraint,
        requirement.attribute == attribute,
        case .values(let values) = requirement.accepted
      {
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

  /// Returns the facts that are tested inside a `not`, by the given features and conditions or by those on which they
  /// depend. If a `not` contains a reference to a feature or condition, all facts that this feature or condition tests
  /// count too.
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
