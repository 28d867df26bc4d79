import FlintModel
import FlintLogic

/// Finds features whose status cannot differ, because nothing that they depend on changed.
struct UnchangedInputs {
  private let old: Manifest
  private let new: Manifest

  private let productsMatch: Bool
  private let attributesMatch: Bool
  private let appVersionsMatch: Bool

  private let sharedMatch: Bool

  var declarationsMatch: Bool { productsMatch && attributesMatch && sharedMatch }

  /// Including what they depend on.
  var assumptionsMatch: Bool {
    old.assumptions.map(\.condition) == new.assumptions.map(\.condition)
      && new.assumptions.indices.allSatisfy { areNeedsKept(of: .assumption($0)) }
  }

  /// By feature of NEW, its index in OLD; nil if added.
  let counterparts: [Int?]

  private(set) var isKept: [Bool]

  private var isConditionKept: [Bool]

  init(_ old: Manifest, _ new: Manifest) {
    (self.old, self.new) = (old, new)
    productsMatch =
      old.products.count == new.products.count
      && zip(old.products, new.products).allSatisfy {
        $0.id.isSame(as: $1.id) && $0.type == $1.type && $0.group == $1.group
          && $0.level == $1.level
      } && old.groups == new.groups
    attributesMatch =
      old.attributes.count == new.attributes.count
      && zip(old.attributes, new.attributes).allSatisfy {
        $0.id == $1.id && $0.domain.isSame(as: $1.domain) && $0.defaultValue == $1.defaultValue
          && $0.isAlwaysKnown == $1.isAlwaysKnown
      }
    appVersionsMatch =
      old.app.version == new.app.version && old.app.versions == new.app.versions
    sharedMatch =
      old.app.platforms == new.app.platforms && old.conditions == new.conditions
      && old.buckets == new.buckets
    counterparts = Self.counterparts(old, new)
    isKept = [Bool](repeating: false, count: new.features.count)
    isConditionKept = [Bool](repeating: false, count: new.conditions.count)
    guard sharedMatch else { return }
    var isAsked = [Bool](repeating: false, count: new.features.count)
    for target in new.references.order {
      switch target {
      case .feature(let feature):
        isAsked[feature] = true
        isKept[feature] = isKept(feature)
      case .condition(let condition): isConditionKept[condition] = areNeedsKept(of: target)
      // No constraint refers to an assumption.
      case .assumption: break
      }
    }
    for feature in new.features.indices where !isAsked[feature] {
      isKept[feature] = isKept(feature)
    }
  }

  private static func counterparts(_ old: Manifest, _ new: Manifest) -> [Int?] {
    var indices: [String: Int] = [:]
    indices.reserveCapacity(old.features.count)
    for (index, feature) in old.features.enumerated() { indices[feature.id] = index }
    return new.features.map { indices[$0.id] }
  }

  /// Properties that do not affect availability.
  func haveSameTexts(_ feature: Int, _ counterpart: Int) -> Bool {
    let (before, now) = (old.features[counterpart], new.features[feature])
    return before.name.isSame(as: now.name) && before.description == now.description
      && before.actions == now.actions && before.team == now.team && before.until == now.until
  }

  /// Its ancestors and dependencies must have been compared before.
  private func isKept(_ feature: Int) -> Bool {
    guard let counterpart = counterparts[feature] else { return false }
    let (before, now) = (old.features[counterpart], new.features[feature])
    switch (before.parent, now.parent) {
    case (nil, nil): break
    case (let parentBefore?, let parent?):
      guard isKept[parent], counterparts[parent] == parentBefore else { return false }
    default: return false
    }
    guard before.isEnabled == now.isEnabled, before.constraints == now.constraints,
      before.conditional == now.conditional
    else { return false }
    return areNeedsKept(of: .feature(feature))
  }

  private func areNeedsKept(of target: References.Target) -> Bool {
    var needs = new.directNeeds(of: target)[...]
    // The parent is the first dependency; whether it is unchanged has been checked already.
    if case .feature(let feature) = target, new.features[feature].parent != nil {
      needs = needs.dropFirst()
    }
    for need in needs {
      switch need {
      case .feature(let feature):
        guard isKept[feature], counterparts[feature] == feature else { return false }
      case .condition(let condition): guard isConditionKept[condition] else { return false }
      case .assumption: return false
      }
    }
    if productsMatch && attributesMatch && appVersionsMatch { return true }
    var isKept = true
    new.forEachTest(of: target) { test, _ in
      switch test.fact.subject?.kind {
      case .product: isKept = isKept && productsMatch
      case .attribute: isKept = isKept && attributesMatch
      case nil: isKept = isKept && (appVersionsMatch || test.fact != .appVersion)
      case .permission, .feature, .bucket: break
      }
    }
    return isKept
  }
}
