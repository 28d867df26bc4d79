package import FlintCore

/// What can be done about each fact of a state.
struct PossibleChanges {
  private let manifest: Manifest
  private let base: ResolvedState
  private let allowances: PlanAllowances
  private let boundaries: Boundaries

  /// All that the feature's status depends on.
  private let named: [References.Target]

  /// What stands inside a `not`, so that ending it may help.
  private let insideNot: Set<Fact>

  typealias Option = ChangeSpace.Option

  init(
    _ manifest: Manifest, _ base: ResolvedState, _ allowances: PlanAllowances,
    _ boundaries: Boundaries, named: [References.Target], insideNot: Set<Fact>
  ) {
    self.named = named
    self.manifest = manifest
    self.base = base
    self.allowances = allowances
    self.boundaries = boundaries
    self.insideNot = insideNot
  }

  func options(for fact: Fact) -> [Option] {
    switch fact {
    case .system: return systems
    case .appVersion:
      return upgrades(boundaries.app, from: base.appVersion).map {
        Option(change: .upgradeApp($0), ladder: .up)
      }
    case .date: return dates
    case .permission(let permission):
      let current = base.status(of: permission)
      return SystemPermissionStatus.granting.filter { permission.canBe($0) && $0 != current }
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
    let drawn = base.bucket(bucket)
    var options: [Option] = []
    if drawn != .zero { options.append(Option(change: .enterRollout(bucket))) }
    guard insideNot.contains(fact) else { return options }
    let percents = Set(boundaries.percents[bucket] ?? []).sorted()
    for percent in percents where drawn == nil || drawn! < percent {
      options.append(Option(change: .leaveRollout(bucket, percent)))
    }
    return options
  }

  // MARK: Versions and dates

  private var systems: [Option] {
    let versions = boundaries.systems[Int(base.platform.rawValue)]
    var options = upgrades(versions, from: base.osVersion).map {
      Option(change: .upgradeOS(base.platform, $0), ladder: .up)
    }
    if allowances.contains(.platform) {
      options += Platform.allCases.filter { platform in
        platform != base.platform
          && manifest.app.platforms?.contains { $0.platform == platform } != false
      }.map { Option(change: .changePlatform($0)) }
    }
    return options
  }

  /// The boundaries above a version, ascending: the lowest version of each class that can be reached.
  private func upgrades(_ boundaries: [Version], from version: InstalledVersion) -> [Version] {
    VersionScale(boundaries).boundaries.filter { !version.isAtLeast($0) }
  }

  /// The moments to wait for: those at which something that is known begins or ends.
  private var dates: [Option] {
    guard allowances.contains(.date) else { return [] }
    var moments = boundaries.dates.map(\.seconds)
    let asked = askedProducts
    for case (let product, .until(let end)) in base.given.purchases where asked.contains(product) {
      moments.append(end.seconds)
    }
    for attribute in boundaries.ages.keys {
      guard case .date(let begin) = base.value(of: attribute) else { continue }
      moments += boundaries.reachableAges(of: attribute).map { begin.seconds + $0 }
    }
    let known = Dictionary(boundaries.dates.map { ($0.seconds, $0) }) { first, _ in first }
    return Set(moments).sorted().filter { base.date.map(\.seconds) ?? -1 < $0 }.compactMap {
      moment in
      (known[moment] ?? DateTime(seconds: moment)).map {
        Option(change: .waitForDate($0), ladder: .up)
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

  private func values(of attribute: Int) -> [Option] {
    let declaration = manifest.attributes[attribute]
    if declaration.owner == .environment, !allowances.contains(.environment) { return [] }
    let current = base.value(of: attribute)
    func options(_ values: [AttributeValue], _ ladder: ChangeSpace.Ladder? = nil) -> [Option] {
      values.filter { $0 != current }.map {
        Option(change: .setAttribute(attribute, $0), ladder: ladder)
      }
    }
    switch declaration.domain {
    case .boolean: return options([.boolean(true), .boolean(false)])
    case .choice(let texts): return options(texts.indices.map { .choice($0) })
    case .text:
      var named = DistinctList<AttributeValue>()
      for text in manifest.texts(of: attribute) { named.append(.text(text)) }
      if let value = declaration.defaultValue { named.append(value) }
      return options(named.elements)
    case .integer:
      let listed = manifest.listedIntegers(of: attribute, in: named).map {
        AttributeValue.integer($0)
      }
      let bounds = upward(of: attribute, from: current)
      let isListed = Set(listed.map { Change.setAttribute(attribute, $0) })
      let isBound = Set(bounds)
      return options(bounds, .up).map { option in
        var option = option
        option.isNamed = isListed.contains(option.change)
        return option
      } + options(listed.filter { !isBound.contains($0) })
    case .version: return options(upward(of: attribute, from: current), .up)
    case .date:
      return options(upward(of: attribute, from: current), .up) + ages(of: attribute, from: current)
    }
  }

  /// The limits above a value, ascending.
  private func upward(of attribute: Int, from current: AttributeValue) -> [AttributeValue] {
    let limits = manifest.limits(of: attribute, in: named)
    if current == .unknown { return limits.ofUnknown }
    return limits.declared.filter { current.isBelow($0) }
  }

  /// Moments that have an age that some limit tells from another, the nearest to the one at hand first.
  private func ages(of attribute: Int, from current: AttributeValue) -> [Option] {
    guard let date = base.date?.seconds else { return [] }
    let moments = Set(
      boundaries.reachableAges(of: attribute).flatMap { [date - $0, date - $0 + 1] }
    ).sorted()
    let begin: Int64? = if case .date(let begin) = current { begin.seconds } else { nil }
    func options(_ moments: [Int64], _ ladder: ChangeSpace.Ladder) -> [Option] {
      moments.compactMap { moment in
        DateTime(seconds: moment).map {
          Option(change: .setAttribute(attribute, .date($0)), ladder: ladder)
        }
      }
    }
    guard let begin else { return options(moments.reversed(), .down) }
    return options(moments.filter { $0 < begin }.reversed(), .down)
      + options(moments.filter { $0 > begin }, .up)
  }
}

extension Boundaries {
  /// The ages of an attribute, in seconds, that two dates can have; longer times lead beyond the years.
  package func reachableAges(of attribute: Int) -> [Int64] {
    (ages[attribute] ?? []).filter { $0.magnitude < DateTime.end.magnitude }
  }
}

/// Something of which there is a value right before another.
private protocol Steppable: Comparable, Hashable, Sendable {
  var before: Self? { get }
}

extension Int64: Steppable {
  fileprivate var before: Int64? {
    self > AttributeDomain.integers.lowerBound ? self - 1 : nil
  }
}

extension Version: Steppable {
  fileprivate var before: Version? {
    if patch > 0 { return Version(major, minor, patch - 1) }
    if minor > 0 { return Version(major, minor - 1) }
    return major > 0 ? Version(major - 1) : nil
  }
}

extension DateTime: Steppable {
  fileprivate var before: DateTime? { DateTime(seconds: seconds - 1) }
}

extension AttributeValue {
  /// Whether a value of the same type lies above this one.
  fileprivate func isBelow(_ other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.version(let one), .version(.version(let other))): !one.isAtLeast(other)
    case (.date(let one), .date(let other)): one < other
    case (.unknown, _), (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _),
      (.date, _):
      false
    }
  }
}

extension Manifest {
  /// The limits that ranges of an attribute have, ascending; and for a value that is not known also, where there are upper
  /// limits alone, a value below each.
  package func limits(
    of attribute: Int, in targets: [References.Target]
  ) -> (declared: [AttributeValue], ofUnknown: [AttributeValue]) {
    var integers: [Bounds<Int64>] = []
    var versions: [Bounds<Version>] = []
    var dates: [DateRange] = []
    forEachDemand(of: targets) { constraint in
      guard case .attribute(let requirement) = constraint, requirement.attribute == attribute
      else { return }
      switch requirement.accepted {
      case .integerRange(let range): integers.append(range)
      case .versions(let range):
        if let range = Bounds(atLeast: range.atLeast, below: range.below) {
          versions.append(range)
        }
      case .dates(let range): dates.append(range)
      case .boolean, .choices, .otherChoices, .texts, .otherTexts, .integers, .age: break
      }
    }
    func limits<Limit: Steppable>(
      _ bounds: [Bounds<Limit>], _ value: (Limit) -> AttributeValue
    ) -> (declared: [AttributeValue], ofUnknown: [AttributeValue]) {
      let declared = bounds.flatMap(\.limits)
      let before =
        bounds.allSatisfy { $0.atLeast == nil } ? bounds.compactMap { $0.below?.before } : []
      return (
        Set(declared).sorted().map(value), Set(declared + before).sorted().map(value)
      )
    }
    switch attributes[attribute].domain {
    case .integer: return limits(integers) { .integer($0) }
    case .version: return limits(versions) { .version(.version($0)) }
    case .date: return limits(dates) { .date($0) }
    case .boolean, .choice, .text: return ([], [])
    }
  }

  /// The integers of an attribute that lists name.
  package func listedIntegers(
    of attribute: Int, in targets: [References.Target]
  ) -> [Int64] {
    var listed = DistinctList<Int64>()
    forEachDemand(of: targets) { constraint in
      if case .attribute(let requirement) = constraint, requirement.attribute == attribute,
        case .integers(let values) = requirement.accepted
      {
        for value in values { listed.append(value) }
      }
    }
    return listed.elements
  }

  private func forEachDemand(
    of targets: [References.Target], _ body: (_ constraint: Constraint) -> Void
  ) {
    for target in targets {
      switch target {
      case .feature(let feature): features[feature].forEachDemand(body)
      case .condition(let condition):
        for constraint in conditions[condition].condition.constraints {
          constraint.forEachPart(body)
        }
      }
    }
  }

  /// The texts of an attribute that are named anywhere.
  package func texts(of attribute: Int) -> [ExactText] {
    var named: [ExactText] = []
    forEachDemand { constraint in
      guard case .attribute(let requirement) = constraint, requirement.attribute == attribute
      else { return }
      switch requirement.accepted {
      case .texts(let texts), .otherTexts(let texts): named += texts
      case .boolean, .choices, .otherChoices, .integers, .integerRange, .versions, .dates, .age:
        break
      }
    }
    return named
  }

  /// The facts that stand inside a `not` of something that a feature's status depends on.
  package func factsInsideNot(of feature: Int) -> Set<Fact> {
    struct Step: Hashable {
      let target: References.Target
      let isInside: Bool
    }
    var facts: Set<Fact> = []
    var steps = DistinctList<Step>()
    for target in [feature] + Array(ancestors(of: feature)) {
      steps.append(Step(target: .feature(target), isInside: false))
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
      case nil: break
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
      }
    }
    return facts
  }
}
