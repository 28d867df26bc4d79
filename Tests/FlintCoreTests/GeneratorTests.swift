import FlintCore
import FlintModel
import RandomModels
import TestSupport
import Testing

/// Counts what random manifests and states contain, so that a new part of the model must be generated too.
@Suite("Random manifests and states")
struct GeneratorTests {
  private struct Seen {
    var kinds: [ConstraintKind: Int] = [:]
    var nested: [ConstraintKind: Int] = [:]
    var named: [ConstraintKind: Int] = [:]
    var guarding: [ConstraintKind: Int] = [:]
    var types: [ProductType: Int] = [:]
    var attributes: [AttributeType: Int] = [:]
    var accepted: [String: Int] = [:]
    var parts: [TextPattern.Part: Int] = [:]
    var purchases: [String: Int] = [:]
    var sections: [StateSection: Int] = [:]
    var statuses: [PurchaseStatus: Int] = [:]
    var permissions: [SystemPermissionStatus: Int] = [:]
    var manifests: [String: Int] = [:]
  }

  @Test(
    "Contain every kind of constraint wherever it is allowed, and every section and status")
  func everythingOccurs() {
    var seen = Seen()
    for seed in 0..<600 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let manifest = random.manifest()
      count(manifest, &seen)
      for _ in 0..<3 { count(random.state(for: manifest), of: manifest, &seen) }
    }
    checkFrequent(seen.kinds, except: [.platforms], "constraints")
    checkFrequent(seen.guarding, except: [.platform], "constraints in guards")
    checkFrequent(seen.nested, except: [.platform], "constraints in conditions")
    checkFrequent(
      seen.named, except: [.platform, .runtimeEnabled, .userToggled],
      "constraints in named conditions")
    checkFrequent(seen.sections, "sections")
    checkFrequent(seen.types, "product types")
    checkFrequent(seen.attributes, "attribute types")
    checkFrequent(seen.statuses, "purchase statuses")
    checkFrequent(seen.permissions, "permission statuses")
    checkFrequent(seen.parts, "parts of text patterns")
    let accepted: Set<String> = [
      "boolean values", "choice values", "choice otherValues", "text values", "text otherValues",
      "text pattern", "integer values", "integer range", "version range", "date range", "date age",
    ]
    #expect(Set(seen.accepted.keys) == accepted)
    let purchases: Set<String> = [
      "product", "productIn", "credits", "group", "groupIn", "level", "anyOf", "allOf", "until",
      "graceUntil",
    ]
    #expect(Set(seen.purchases.keys) == purchases)
    let manifests: Set<String> = ["groups", "conditions", "buckets", "platforms", "versions"]
    #expect(Set(seen.manifests.keys) == manifests)
  }

  /// Checks that every case was counted more than ten times, except those that cannot occur often.
  private func checkFrequent<Case: CaseIterable & Hashable>(
    _ counts: [Case: Int], except excluded: Set<Case> = [], _ name: String
  ) {
    let frequent = Set(counts.filter { $0.value > 10 }.keys)
    #expect(frequent == Set(Case.allCases).subtracting(excluded), "\(name)")
  }

  @Test("Are valid: they contain no cycles, and credits only where they are allowed")
  func legal() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let manifest = random.manifest()
      #expect(manifest.references.cycles.isEmpty, "seed \(seed)")
      #expect(manifest.withBucketsInOrderOfUse == manifest, "seed \(seed)")
      func hasCredits(_ constraint: Constraint) -> Bool {
        guard case .purchase(let expression) = constraint else { return false }
        var found = false
        expression.forEachProduct(in: manifest) { _, quantity in
          if quantity != nil { found = true }
        }
        return found
      }
      func check(_ constraint: Constraint, _ isForbidden: Bool) {
        if isForbidden { #expect(!hasCredits(constraint), "seed \(seed)") }
        let isNot = constraint.kind == .not
        for operand in constraint.operands {
          for inner in operand.constraints { check(inner, isForbidden || isNot) }
        }
      }
      for feature in manifest.features {
        for constraint in feature.constraints { check(constraint, false) }
        for block in feature.conditional {
          for constraint in block.condition.constraints { check(constraint, true) }
          for constraint in block.constraints { check(constraint, false) }
        }
      }
      for declaration in manifest.conditions {
        for constraint in declaration.condition.constraints { check(constraint, true) }
      }
    }
  }

  // MARK: Counting

  private func count(_ manifest: Manifest, _ seen: inout Seen) {
    for (name, isThere) in [
      ("groups", !manifest.groups.isEmpty), ("conditions", !manifest.conditions.isEmpty),
      ("buckets", !manifest.buckets.isEmpty), ("platforms", manifest.app.platforms != nil),
      ("versions", manifest.app.versions != nil),
    ] where isThere {
      seen.manifests[name, default: 0] += 1
    }
    for product in manifest.products { seen.types[product.type, default: 0] += 1 }
    for attribute in manifest.attributes {
      seen.attributes[attribute.domain.type, default: 0] += 1
    }
    func nested(_ constraint: Constraint) {
      for inner in constraint.operands.flatMap(\.constraints) {
        inner.forEachPart { seen.nested[$0.kind, default: 0] += 1 }
      }
    }
    for feature in manifest.features {
      for constraint in feature.constraints + feature.conditional.flatMap(\.constraints) {
        seen.kinds[constraint.kind, default: 0] += 1
        nested(constraint)
      }
      for constraint in feature.conditional.flatMap(\.condition.constraints) {
        seen.guarding[constraint.kind, default: 0] += 1
        nested(constraint)
      }
    }
    for constraint in manifest.conditions.flatMap(\.condition.constraints) {
      seen.named[constraint.kind, default: 0] += 1
      nested(constraint)
    }
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .attribute(let requirement):
        let type = manifest.attributes[requirement.attribute].domain.type
        let form = "\(requirement.accepted)".prefix { $0 != "(" }
        seen.accepted["\(type) \(form)", default: 0] += 1
        if case .pattern(let pattern) = requirement.accepted {
          for part in pattern.parts { seen.parts[part, default: 0] += 1 }
        }
      case .purchase(let expression): count(expression, &seen)
      case .permission(let requirement):
        for status in requirement.statuses ?? [] { seen.permissions[status, default: 0] += 1 }
      default: break
      }
    }
  }

  private func count(_ expression: PurchaseExpression, _ seen: inout Seen) {
    switch expression {
    case .product(_, let statuses):
      seen.purchases[statuses == nil ? "product" : "productIn", default: 0] += 1
    case .credits: seen.purchases["credits", default: 0] += 1
    case .group(_, let level, let statuses):
      seen.purchases[statuses == nil ? "group" : "groupIn", default: 0] += 1
      if level != nil { seen.purchases["level", default: 0] += 1 }
    case .anyOf(let operands):
      seen.purchases["anyOf", default: 0] += 1
      for operand in operands { count(operand, &seen) }
    case .allOf(let operands):
      seen.purchases["allOf", default: 0] += 1
      for operand in operands { count(operand, &seen) }
    }
  }

  private func count(_ state: DeviceState, of manifest: Manifest, _ seen: inout Seen) {
    let fresh = manifest.freshInstall
    for section in StateSection.allCases {
      let isGiven =
        switch section {
        case .platform: state.platform != fresh.platform
        case .osVersion: state.osVersion != .latest
        case .device(let fact): state[fact] != nil
        case .permissions: !state.permissions.isEmpty
        case .purchases: !state.purchases.isEmpty
        case .unlocked: !state.unlocked.isEmpty
        case .toggles: !state.toggles.isEmpty
        case .runtime: !state.runtime.isEmpty
        case .attributes: !state.attributes.isEmpty
        case .buckets: !state.buckets.isEmpty
        case .defaults: state.defaults != DeviceState.Defaults()
        }
      if isGiven { seen.sections[section, default: 0] += 1 }
    }
    for permission in SystemPermission.allCases {
      if let status = state.permissions[permission] { seen.permissions[status, default: 0] += 1 }
    }
    for holding in state.purchases.values {
      switch holding {
      case .status(let status): seen.statuses[status, default: 0] += 1
      case .credits: break
      case .until(_, let graceEnd):
        seen.purchases[graceEnd == nil ? "until" : "graceUntil", default: 0] += 1
      }
    }
  }
}
