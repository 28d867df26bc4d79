import FlintModel

struct Demands {
  var systems: [Platform: Set<Version>] = [:]
  var app: Set<Version> = []
  var dates: Set<Int64> = []

  /// What is tested, and whether some test names statuses.
  var permissions: [SystemPermission: Bool] = [:]
  var products: [Int: Bool] = [:]
  var percents: [Int: Set<Percent>] = [:]
  var integers: [Int: Set<Int64>] = [:]
  var versions: [Int: Set<Version>] = [:]
  var moments: [Int: Set<Int64>] = [:]
  var texts: [Int: Set<ExactText>] = [:]
  var ages: [Int: Set<Int64>] = [:]
  var patterns: [Int: [TextPattern]] = [:]

  init(_ manifest: Manifest) {
    for constraint in manifest.app.constraints { note(constraint, manifest) }
    manifest.forEachRequirement { note($0, manifest) }
  }

  private mutating func note(_ constraint: Constraint, _ manifest: Manifest) {
    switch constraint {
    case .platform(let platform, .versions(let range)): note(range, on: platform)
    case .platforms(let platforms):
      for supported in platforms {
        if let range = supported.versions { note(range, on: supported.platform) }
      }
    case .device(let requirement):
      for limit in requirement.accepted.namedValues {
        switch limit {
        case .version(.version(let version)): app.insert(version)
        case .date(let date): dates.insert(date.seconds)
        case .unknown, .boolean, .choice, .text, .integer, .version(.latest): break
        }
      }
    case .permission(let requirement):
      if requirement.statuses != nil || permissions[requirement.permission] == nil {
        permissions[requirement.permission] = requirement.statuses != nil
      }
      for platform in Platform.allCases {
        if let first = requirement.permission.support.firstVersion(on: platform) {
          systems[platform, default: []].insert(first)
        }
      }
    case .purchase(let expression): note(expression, manifest)
    case .attribute(let requirement): note(requirement)
    case .rollout(let requirement):
      percents[requirement.bucket, default: []].insert(requirement.percent)
    case .platform, .runtimeEnabled, .userToggled,
      .feature, .condition, .allOf, .anyOf, .not:
      break
    }
  }

  private mutating func note(_ range: VersionRange, on platform: Platform) {
    systems[platform, default: []].formUnion([range.atLeast, range.below].compactMap { $0 })
  }

  private mutating func note(_ expression: PurchaseExpression, _ manifest: Manifest) {
    switch expression {
    case .product(let product, let statuses):
      products[product] = products[product] == true || statuses != nil
    case .credits: break
    case .group(let group, let level, let statuses):
      for (index, product) in manifest.products.enumerated()
      where product.group == group && (level == nil || (product.level ?? -1) >= level!) {
        products[index] = products[index] == true || statuses != nil
      }
    case .anyOf(let operands), .allOf(let operands):
      for operand in operands { note(operand, manifest) }
    }
  }

  private mutating func note(_ requirement: AttributeRequirement) {
    let attribute = requirement.attribute
    switch requirement.accepted {
    case .values(let values), .otherValues(let values):
      for value in values {
        switch value {
        case .text(let text): texts[attribute, default: []].insert(text)
        case .integer(let number): integers[attribute, default: []].formUnion([number, number + 1])
        case .unknown, .boolean, .choice, .version, .date: break
        }
      }
    case .range(let range):
      for limit in [range.atLeast, range.below] {
        switch limit {
        case .integer(let number): integers[attribute, default: []].insert(number)
        case .version(.version(let version)): versions[attribute, default: []].insert(version)
        case .date(let date): moments[attribute, default: []].insert(date.seconds)
        default: break
        }
      }
    case .pattern(let pattern): patterns[attribute, default: []].append(pattern)
    case .age(let range):
      ages[attribute, default: []].formUnion(
        [range.atLeast, range.below].compactMap { $0?.seconds })
    }
  }
}
