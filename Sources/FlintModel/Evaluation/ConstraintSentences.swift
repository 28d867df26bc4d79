/// Whether a sentence says “is required” or, inside a `not`, “is excluded”.
package enum Demand: String, Sendable {
  case required, excluded

  var inverse: Demand { self == .required ? .excluded : .required }
}

/// The outcome of a constraint in one sentence without a full stop.
extension Manifest {
  /// Why the constraint is not active: another platform, or a false guard.
  package func inactiveSentence(
    on constraint: Constraint, isOfCurrentPlatform: Bool
  ) -> Sentence {
    guard case .platform(let platform, let versions) = constraint,
      !isOfCurrentPlatform
    else { return "not required here" }
    return versions == .unsupported
      ? "\(platform.name) is not supported" : "applies to \(platform.name) only"
  }

  /// Appended to the sentence on a constraint with an unknown guard.
  package static let openGuard: Sentence =
    "; it is unknown whether this requirement applies"

  // MARK: Environment

  /// `iOS 17 or later is required; the device has iOS 16.4`.
  package func sentence(
    on platform: Platform, _ versions: PlatformVersionConstraint, _ position: RangePosition,
    as demand: Demand
  ) -> Sentence {
    switch versions {
    case .any: "every version of \(platform.name) is accepted"
    case .unsupported: "not supported on \(platform.name)"
    case .versions(let range):
      sentence(on: platform.name, range, position, .system, found: "the device has", as: demand)
    }
  }

  /// `app version 2 or later is required; this is app version 1.5`.
  package func sentence(
    on requirement: DeviceRequirement, _ truth: Ternary, isTooLow: Bool, as demand: Demand
  ) -> Sentence {
    let (fact, accepted) = (requirement.fact, requirement.accepted)
    var required: String { fact.domain.displayName(of: accepted) }
    if truth != .unknown, let range = accepted.versionRange {
      let position: RangePosition = truth == .yes ? .within : isTooLow ? .tooLow : .tooHigh
      return sentence(
        on: fact.name, range, position, .device(fact), found: "this is", as: demand)
    }
    if accepted.dateRange != nil {
      let rest = "a \(fact.name) \(required) is \(demand)"
      return switch truth {
      case .unknown: "\(fact.noun) is unknown; \(rest)"
      case .yes: "\(.device(fact)) is \(required)"
      case .no: "\(.device(fact)) is too \(isTooLow ? "early" : "late"); \(rest)"
      }
    }
    let value: Sentence = truth == .unknown ? "unknown" : "\(.device(fact))"
    let rest: Sentence = truth == .yes ? "" : "; \(required) is \(demand)"
    return "\(fact.noun) is \(value)\(rest)"
  }

  private func sentence(
    on subject: String, _ range: VersionRange, _ position: RangePosition,
    _ version: SentencePlaceholder, found: String, as demand: Demand
  ) -> Sentence {
    switch (position, range.atLeast, range.below) {
    case (.tooLow, let low?, _): "\(subject) \(low) or later is \(demand); \(found) \(version)"
    case (.tooHigh, _, let high?): "\(subject) below \(high) is \(demand); \(found) \(version)"
    case (.within, _, _), (.tooLow, _, _), (.tooHigh, _, _):
      "\(version) is \(range.displayText)"
    }
  }

  package func sentence(
    on platforms: [SupportedPlatform], isListed: Bool, as demand: Demand
  ) -> Sentence {
    let names = Constraint.platforms(platforms).displayName(in: self)
    return "the device runs \(.numberedSystem)" + (isListed ? "" : "; \(names) is \(demand)")
  }

  // MARK: The app

  package func sentence(onFlag flag: Ternary) -> Sentence {
    switch flag {
    case .yes: "enabled by the app"
    case .no: "disabled by the app"
    case .unknown: "it is unknown whether the app enables the feature"
    }
  }

  /// `position 12.5 % in rollout “search” is not below 10 %`.
  /// - Parameter isWithin: Nil if the position is unknown.
  package func sentence(
    on requirement: RolloutRequirement, isWithin: Bool?, of context: ConstraintContext
  ) -> Sentence {
    if let outcome = requirement.fixedOutcome(in: context) { return "\(outcome)" }
    let rollout = "rollout “\(buckets[requirement.bucket])”"
    let limit = "below \(requirement.percent) %"
    switch (isWithin, requirement.percent) {
    case (nil, .hundred): return "rolled out to all users"
    case (nil, .zero): return "not rolled out to any user yet"
    case (nil, _): return "the position in \(rollout) is unknown; \(limit) is \(context.demand)"
    case (let isWithin?, _):
      let comparison = isWithin ? limit : "not \(limit)"
      return "position \(.rolloutPosition(requirement.bucket)) % in \(rollout) is \(comparison)"
    }
  }

  // MARK: User

  package func sentence(onToggle isOn: Bool) -> Sentence {
    isOn ? "the user's toggle is on" : "the user's toggle is off"
  }

  /// `the camera permission is denied`.
  /// - Parameter absence: Why an unsupported permission is missing.
  package func sentence(
    on requirement: PermissionRequirement, _ status: SystemPermissionStatus,
    _ absence: PermissionAbsence, as demand: Demand
  ) -> Sentence {
    let predicate: Sentence =
      if let predicate = status.predicate {
        "\(predicate)"
      } else {
        switch absence {
        case .fromDevice: "is not supported on this device"
        case .fromVersion: "does not exist on \(.numberedSystem)"
        case .fromPlatform: "does not exist on \(.platform)"
        }
      }
    let sentence: Sentence = "the \(requirement.permission.displayName) permission \(predicate)"
    guard let statuses = requirement.statuses, !requirement.accepts(status) else { return sentence }
    return "\(sentence); \(alternatives(statuses.map(\.label))) is \(demand)"
  }

  /// `“Premium” has not been purchased`. For unlocked features, use ``unlockedSentence`` instead.
  /// - Parameter isDetailed: Whether to name a single product's exact status. A requirement with
  ///   `in` always names it.
  package func sentence(
    on expression: PurchaseExpression, _ truth: Ternary, isDetailed: Bool, as demand: Demand
  ) -> Sentence {
    switch expression {
    case .credits(let product, _):
      return "\(displayName(of: expression)) must be spent; the user has \(.credits(product))"
    case .product(let product, let statuses) where isDetailed || statuses != nil:
      let status = statusSentence(of: product)
      guard let statuses, truth != .yes else { return status }
      return "\(status); \(alternatives(statuses.map(\.displayName))) is \(demand)"
    case .product, .group, .anyOf, .allOf: break
    }
    let name = displayName(of: expression)
    guard expression.requiresOnlyPurchases else {
      return switch truth {
      case .yes: "the user has \(name)"
      case .no: "\(name) is \(demand)"
      case .unknown: "it is unknown whether the user has \(name)"
      }
    }
    let auxiliary = expression.isPlural ? "have" : "has"
    switch (truth, expression) {
    case (.no, .anyOf(let operands)) where operands.count > 1 && operands.allSatisfy(\.isSingle):
      let names = operands.map { displayName(of: $0) }
      let none = names.count == 2 ? "neither \(listed(names, "nor"))" : "none of \(listed(names))"
      return "\(none) has been purchased"
    case (.no, .allOf(let operands)) where operands.count > 1:
      return "\(name) have not \(operands.count == 2 ? "both" : "all") been purchased"
    case (.no, _): return "\(name) \(auxiliary) not been purchased"
    case (.yes, _): return "\(name) \(auxiliary) been purchased"
    case (.unknown, _): return "it is unknown whether \(name) \(auxiliary) been purchased"
    }
  }

  /// `“Premium” expired on 2026-12-20`.
  package func statusSentence(of product: Int) -> Sentence {
    "“\(products[product].name)” \(.status(product))"
  }

  package static let unlockedSentence: Sentence = "the app has unlocked the feature"

  // MARK: Attributes

  /// `“Build” is “release”; “beta” is required`.
  /// - Parameter hasDate: Whether the state has a date; nil where the sentence does not need it.
  package func sentence(
    on requirement: AttributeRequirement, isMet: Bool, hasDate: Bool?, as demand: Demand
  ) -> Sentence {
    let attribute = attributes[requirement.attribute]
    let date: Sentence =
      switch hasDate {
      case true?: " and the date is \(.device(.date))"
      case false?: " and the date is unknown"
      case nil: ""
      }
    let rest =
      isMet
      ? "" : "; \(attribute.domain.displayName(of: requirement.accepted)) is \(demand.rawValue)"
    return "“\(attribute.name)” is \(.value(requirement.attribute))\(date)\(rest)"
  }

  // MARK: References and combinations

  package func sentence(onFeature feature: Int, _ truth: Ternary) -> Sentence {
    let name = "“\(features[feature].name)”"
    return switch truth {
    case .yes: "\(name) is available"
    case .no: "\(name) is unavailable"
    case .unknown: "it is unknown whether \(name) is available"
    }
  }

  package func sentence(onCondition condition: Int, _ truth: Ternary) -> Sentence {
    Self.satisfaction("“\(conditions[condition].name)”", truth)
  }

  /// `the excluded condition is satisfied: `. The caller appends the sentence about that condition.
  package static func exclusion(of inside: Ternary) -> Sentence {
    "\(satisfaction("the excluded condition", inside)): "
  }

  private static func satisfaction(_ subject: String, _ truth: Ternary) -> Sentence {
    switch truth {
    case .yes: "\(subject) is satisfied"
    case .no: "\(subject) is not satisfied"
    case .unknown: "it is unknown whether \(subject) is satisfied"
    }
  }

  /// `none of 2 alternatives is satisfied`.
  package static func sentence(onAlternatives count: Int, _ whole: Ternary) -> Sentence {
    if count == 1 { return satisfaction("the condition", whole) }
    return switch whole {
    case .yes:
      .count(
        .yes, one: " of \(count) alternatives is satisfied",
        several: " of \(count) alternatives are satisfied")
    case .no: "none of \(count) alternatives is satisfied"
    case .unknown: "it is unknown whether one of \(count) alternatives is satisfied"
    }
  }

  /// `1 of 3 conditions is not satisfied`.
  package static func sentence(onAll count: Int, _ whole: Ternary) -> Sentence {
    if count == 1 { return satisfaction("the condition", whole) }
    return switch whole {
    case .yes: "\(allConditions(count)) are satisfied"
    case .no:
      .count(
        .no, one: " of \(count) conditions is not satisfied",
        several: " of \(count) conditions are not satisfied")
    case .unknown: "it is unknown whether \(allConditions(count)) are satisfied"
    }
  }
}
