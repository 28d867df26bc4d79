import FlintModel
import TestSupport

/// Generates the constraints of features and named conditions, which may refer to each other.
struct ConstraintMaker {
  let shape: RandomManifestShape
  let groups: [GroupDeclaration]
  let products: [ProductDeclaration]
  let attributes: [AttributeDeclaration]
  let bucketNames: [String]

  private let parents: [Int?]

  /// The features and named conditions. A feature comes after its parent. Each requires only earlier ones, so there are
  /// no cycles.
  private let order: [References.Target]

  init(
    shape: RandomManifestShape, groups: [GroupDeclaration], products: [ProductDeclaration],
    attributes: [AttributeDeclaration], features: Int, conditions: Int,
    using random: inout SeededGenerator
  ) {
    self.shape = shape
    self.groups = groups
    self.products = products
    self.attributes = attributes
    bucketNames = ["sale", "f0", "beta.2"]

    // The last feature and its ancestors, the nearest last. The next feature's parent is one of these.
    var path: [Int] = []
    var parents: [Int?] = []
    for index in 0..<features {
      path = Array(path.prefix(random.int(0...path.count)))
      parents.append(path.last)
      path.append(index)
    }
    self.parents = parents

    var open =
      (0..<features).map { References.Target.feature($0) }
      + (0..<conditions).map { References.Target.condition($0) }
    var order: [References.Target] = []
    while !open.isEmpty {
      let ready = open.indices.filter { index in
        guard case .feature(let feature) = open[index], let parent = parents[feature] else {
          return true
        }
        return order.contains(.feature(parent))
      }
      order.append(open.remove(at: random.pick(ready)))
    }
    self.order = order
  }

  // MARK: Declarations

  func conditions(using random: inout SeededGenerator) -> [ConditionDeclaration] {
    let count = order.count - parents.count
    return (0..<count).map { index in
      let target = References.Target.condition(index)
      let context = RandomContext(
        asks: precedents(of: target), feature: nil, defaultValue: true, depth: shape.depth)
      return ConditionDeclaration(
        id: "cond\(index)", name: random.oneIn(2) ? nil : "Condition \(index)",
        is: condition(at: context, using: &random))
    }
  }

  /// Returns assumptions that mostly exclude few states. A conjunction of arbitrary conditions would leave no possible
  /// state.
  func assumptions(
    _ count: Int, using random: inout SeededGenerator
  ) -> [AssumptionDeclaration] {
    let context = RandomContext(
      asks: shape.language == .plain ? [] : order, feature: nil, defaultValue: true,
      depth: shape.depth)
    return (0..<count).map { index in
      var condition = condition(at: context, using: &random)
      let other = self.condition(at: context, using: &random)
      if !random.oneIn(4), condition.sorted != other.sorted {
        condition = Condition([.anyOf([condition, other])])
      } else if random.oneIn(2) {
        condition = Condition([.not(condition)])
      }
      return AssumptionDeclaration(
        id: "assume\(index)", name: random.oneIn(2) ? nil : "Assumption “\(index)”",
        is: condition)
    }
  }

  func features(using random: inout SeededGenerator) -> [FeatureDeclaration] {
    parents.indices.map { feature($0, using: &random) }
  }

  private func feature(_ index: Int, using random: inout SeededGenerator) -> FeatureDeclaration {
    let own = RandomContext(
      asks: precedents(of: .feature(index)), feature: index, defaultValue: random.oneIn(2),
      depth: shape.depth, isCondition: false, allowsCredits: true)
    let constraints = constraints(at: own, using: &random)
    let blocks = (0..<random.int(0...shape.width)).compactMap { _ -> ConditionalBlock? in
      var guarding = own
      (guarding.isCondition, guarding.allowsCredits) = (true, false)
      let condition = condition(at: guarding, using: &random)
      let constraints = self.constraints(at: own, using: &random)
      return constraints.isEmpty ? nil : ConditionalBlock(when: condition, constraints: constraints)
    }
    return FeatureDeclaration(
      id: "f\(index)", name: random.oneIn(3) ? nil : "Feature \(index)", parent: parents[index],
      isEnabled: random.pick([nil, nil, .yes, .no, .unknown]),
      actions: random.oneIn(3) ? ["go"] : [],
      team: random.oneIn(4) ? random.pick(["Growth", "Média", "=1+1", "<b>"]) : nil,
      until: random.oneIn(4) ? random.date() : nil, constraints: constraints, conditional: blocks)
  }

  private func precedents(of target: References.Target) -> [References.Target] {
    shape.language == .plain ? [] : Array(order.prefix { $0 != target })
  }

  // MARK: Constraints

  /// The position of a constraint, which determines which constraints are valid.
  private struct RandomContext {
    var asks: [References.Target]

    /// The feature that contains it; nil in a named condition.
    var feature: Int?

    /// The default value of the feature's toggle.
    var defaultValue: Bool

    /// The number of levels of conditions that may be nested in it.
    var depth: Int
    var isCondition = true
    var allowsCredits = false
  }

  /// Returns constraints. Each kind has its own probability, and the result may be empty.
  private func constraints(
    at context: RandomContext, using random: inout SeededGenerator
  ) -> [Constraint] {
    ConstraintKind.allCases.flatMap { kind in
      random.int(1...100) <= odds(of: kind, at: context)
        ? constraints(of: kind, at: context, using: &random) : []
    }
  }

  /// Returns a condition of one or a few kinds of constraints.
  private func condition(at context: RandomContext, using random: inout SeededGenerator)
    -> Condition
  {
    while true {
      let wanted = Set(random.few(3, of: ConstraintKind.allCases))
      let kinds = ConstraintKind.allCases.filter { wanted.contains($0) }
      let constraints = kinds.flatMap { kind in
        odds(of: kind, at: context) > 0
          ? self.constraints(of: kind, at: context, using: &random) : []
      }
      if !constraints.isEmpty { return Condition(constraints) }
    }
  }

  /// Returns the percentage of features with a constraint of a kind, or 0 if the kind is not allowed.
  private func odds(of kind: ConstraintKind, at context: RandomContext) -> Int {
    let whole = shape.language == .whole
    // In plain manifests, guards contain only platforms, versions and attributes.
    let isPlainGuard = !whole && context.isCondition
    switch kind {
    case .platform: return context.isCondition ? 0 : 50
    case .platforms: return context.isCondition ? 50 : 0
    case .device(.appVersion): return 25
    case .device(.date): return whole ? 20 : 0
    case .runtimeEnabled, .userToggled: return context.feature == nil || isPlainGuard ? 0 : 33
    case .permission: return isPlainGuard ? 0 : 40
    case .purchase: return isPlainGuard || buyable(at: context).isEmpty ? 0 : 50
    case .attribute: return attributes.isEmpty ? 0 : 50
    case .rollout: return whole ? 20 : 0
    case .feature: return askedFeatures(at: context).isEmpty ? 0 : 30
    case .condition: return askedConditions(at: context).isEmpty ? 0 : 40
    case .allOf, .not: return whole && context.depth > 0 ? 20 : 0
    case .anyOf: return whole && context.depth > 0 ? 30 : 0
    }
  }

  private func constraints(
    of kind: ConstraintKind, at context: RandomContext, using random: inout SeededGenerator
  ) -> [Constraint] {
    switch kind {
    case .platform:
      return random.few(shape.width + 1, of: Platform.allCases).map { platform in
        switch random.int(0...3) {
        case 0: .platform(platform, .any)
        case 1: .platform(platform, .unsupported)
        default: .platform(platform, .versions(random.versionRange()))
        }
      }
    case .platforms:
      let platforms = random.few(3, of: Platform.allCases).map { platform in
        SupportedPlatform(platform, random.oneIn(2) ? random.versionRange() : nil)
      }
      return platforms.isEmpty ? [] : [.platforms(platforms)]
    case .device(.appVersion): return [.appVersion(random.versionRange())]
    case .device(.date): return [.date(random.bounds { $0.date() })]
    case .runtimeEnabled: return [.runtimeEnabled]
    case .userToggled: return [.userToggled(defaultValue: context.defaultValue)]
    case .permission:
      let permissions =
        random.oneIn(2)
        ? SystemPermission.allCases
        : SystemPermission.allCases.filter {
          $0.statuses.count > SystemPermissionStatus.defaults.count
        }
      return random.few(shape.width, of: permissions).map { permission in
        .permission(requirement(permission, using: &random))
      }
    case .purchase:
      var distinct = DistinctNames(groups: groups, products: products)
      return (0..<random.int(0...shape.width)).map { _ in
        expression(depth: 2, at: context, using: &random)
      }.filter { distinct.insert($0) }.map { .purchase($0) }
    case .attribute:
      return random.few(shape.width, of: attributes.indices).map {
        .attribute(requirement($0, using: &random))
      }
    case .rollout:
      return [
        .rollout(
          RolloutRequirement(percent: random.percent(), bucket: random.pick(bucketNames.indices)))
      ]
    case .feature:
      return random.few(shape.width, of: askedFeatures(at: context)).map { .feature($0) }
    case .condition:
      return random.few(shape.width, of: askedConditions(at: context)).map { .condition($0) }
    case .allOf: return [.allOf(operands(at: context, using: &random))]
    case .anyOf: return [.anyOf(operands(at: context, using: &random))]
    case .not:
      var inside = inside(context)
      inside.allowsCredits = false
      return [.not(condition(at: inside, using: &random))]
    }
  }

  private func inside(_ context: RandomContext) -> RandomContext {
    var inside = context
    inside.isCondition = true
    inside.depth -= 1
    return inside
  }

  /// Returns distinct conditions, where the order of keys is irrelevant.
  private func operands(
    at context: RandomContext, using random: inout SeededGenerator
  ) -> [Condition] {
    var known: Set<Condition> = []
    return (0..<random.int(1...3)).map { _ in condition(at: inside(context), using: &random) }
      .filter { known.insert($0.sorted).inserted }
  }

  private func askedFeatures(at context: RandomContext) -> [Int] {
    context.asks.compactMap { if case .feature(let feature) = $0 { feature } else { nil } }
  }

  private func askedConditions(at context: RandomContext) -> [Int] {
    context.asks.compactMap { if case .condition(let condition) = $0 { condition } else { nil } }
  }

  // MARK: Facts

  private func requirement(
    _ permission: SystemPermission, using random: inout SeededGenerator
  ) -> PermissionRequirement {
    guard shape.language == .whole, random.oneIn(3) else {
      return PermissionRequirement(permission)
    }
    let statuses = permission.statuses.filter { $0 != .unsupported }
    return PermissionRequirement(permission, in: random.oneOrMore(of: statuses))
  }

  private func requirement(
    _ index: Int, using random: inout SeededGenerator
  ) -> AttributeRequirement {
    AttributeRequirement(attribute: index, accepted: accepted(index, using: &random))
  }

  private func accepted(
    _ index: Int, using random: inout SeededGenerator
  ) -> AttributeRequirement.Accepted {
    let isExcluding = shape.language == .whole && random.oneIn(3)
    switch attributes[index].domain {
    case .boolean: return .boolean(random.oneIn(2))
    case .choice(let values):
      let some = random.oneOrMore(of: values.indices)
      return isExcluding ? .otherChoices(some) : .choices(some)
    case .text:
      if random.oneIn(2) { return .pattern(random.pattern()) }
      let some = (0..<random.int(1...3)).map { _ in
        random.oneIn(4) ? random.composedText() : random.text()
      }.distinct
      return isExcluding ? .otherTexts(some) : .texts(some)
    case .integer:
      return isExcluding
        ? .integers((0..<random.int(1...3)).map { _ in random.integer() }.distinct)
        : .integerRange(random.bounds { $0.integer() })
    case .version: return .versions(random.versionRange())
    case .date:
      return random.oneIn(2)
        ? .dates(random.bounds { $0.date() }) : .age(random.bounds { $0.timeSpan() })
    }
  }

  // MARK: Purchases

  private enum Buyable {
    case product(Int)
    case credits(Int)
    case group(Int)
  }

  private func buyable(at context: RandomContext) -> [Buyable] {
    var all: [Buyable] = []
    for (index, product) in products.enumerated() {
      switch product.type {
      case .consumable: if context.allowsCredits { all.append(.credits(index)) }
      case .nonConsumable, .autoRenewingSubscription, .nonRenewingSubscription:
        all.append(.product(index))
      }
    }
    for group in groups.indices where products.contains(where: { $0.group == group }) {
      all.append(.group(group))
    }
    return all
  }

  private func expression(
    depth: Int, at context: RandomContext, using random: inout SeededGenerator
  ) -> PurchaseExpression {
    if depth == 0 || random.oneIn(2) {
      switch random.pick(buyable(at: context)) {
      case .product(let product):
        return .product(product, in: statuses(of: products[product].type, using: &random))
      case .credits(let product): return .credits(product, quantity: Int64(random.int(1...5)))
      case .group(let group):
        let levels = products.filter { $0.group == group }.compactMap(\.level)
        let level = levels.max().map { random.int(0...$0) }
        return .group(
          group, atLeast: random.oneIn(2) ? level : nil,
          in: statuses(of: .autoRenewingSubscription, using: &random))
      }
    }
    var distinct = DistinctNames(groups: groups, products: products)
    let operands = (0..<random.int(1...3)).map { _ in
      expression(depth: depth - 1, at: context, using: &random)
    }.filter { distinct.insert($0) }
    return random.oneIn(2) ? .anyOf(operands) : .allOf(operands)
  }

  private func statuses(
    of type: ProductType, using random: inout SeededGenerator
  ) -> [PurchaseStatus]? {
    guard shape.language == .whole, random.oneIn(3) else { return nil }
    return random.oneOrMore(
      of: PurchaseStatus.allCases.filter { $0 != .unknown && type.allows($0) })
  }
}

extension SeededGenerator {
  fileprivate mutating func oneOrMore<Element>(of several: some Collection<Element>) -> [Element] {
    Array(several.shuffled(using: &self).prefix(int(1...several.count)))
  }
}

extension Array where Element: Hashable {
  fileprivate var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
