/// Whether a sentence says “is required” or, inside a `not`, “is excluded”.
package enum Demand: Sendable {
  case required, excluded

  var inverse: Demand { self == .required ? .excluded : .required }
}

/// The outcome of a constraint in one sentence without a full stop, for a state or as a template.
extension SentenceWriter {
  /// For another platform, or a guard that is false.
  package func writeInactive(
    _ constraint: Constraint, isOfCurrentPlatform: Bool, to text: inout Text
  ) {
    if case .requirement(.platform(let platform, let versions)) = constraint, !isOfCurrentPlatform {
      text +=
        versions == .unsupported
        ? "\(platform.name) is not supported" : "applies to \(platform.name) only"
    } else {
      text += "not required here"
    }
  }

  /// For an unknown guard: `; it is unknown whether this requirement applies`.
  package func writeOpenGuard(to text: inout Text) {
    text += "; it is unknown whether this requirement applies"
  }

  // MARK: Environment

  /// `iOS 17 or later is required; the device has iOS 16.4`.
  package func write(
    _ platform: Platform, _ versions: PlatformVersionConstraint,
    _ position: VersionRange.Position, as demand: Demand, to text: inout Text
  ) {
    switch versions {
    case .any: text += "every version of \(platform.name) is accepted"
    case .unsupported: text += "not supported on \(platform.name)"
    case .versions(let range):
      write(
        platform.name, range, position, .system, found: "the device has ", as: demand, to: &text)
    }
  }

  /// `app version 2 or later is required; this is app version 1.5`.
  package func write(
    _ requirement: DeviceRequirement, _ truth: Ternary, isTooLow: Bool,
    as demand: Demand, to text: inout Text
  ) {
    let fact = requirement.fact
    let required = fact.domain.displayName(of: requirement.accepted)
    switch requirement.accepted {
    case .range(.versions(let range)) where truth != .unknown:
      let position: VersionRange.Position =
        truth == .yes ? .within : isTooLow ? .tooLow : .tooHigh
      write(fact.name, range, position, .device(fact), found: "this is ", as: demand, to: &text)
    case .range(.dates):
      guard truth != .unknown else {
        text += "\(fact.noun) is unknown; a \(fact.name) \(required) is \(demand)"
        return
      }
      append(.device(fact), in: &text)
      text += truth == .yes ? " is \(required)" : isTooLow ? " is too early" : " is too late"
      if truth == .no { text += "; a \(fact.name) \(required) is \(demand)" }
    case .range, .values, .otherValues, .age, .pattern:
      text += "\(fact.noun) is "
      if truth == .unknown { text += "unknown" } else { append(.device(fact), in: &text) }
      if truth != .yes { text += "; \(required) is \(demand)" }
    }
  }

  private func write(
    _ subject: String, _ range: VersionRange, _ position: VersionRange.Position,
    _ version: SentencePlaceholder, found: String, as demand: Demand, to text: inout Text
  ) {
    switch position {
    case .within:
      append(version, in: &text)
      text += " is \(range.displayText)"
      return
    case .tooLow:
      if let low = range.atLeast { text += "\(subject) \(low) or later is \(demand); " }
    case .tooHigh:
      if let high = range.below { text += "\(subject) below \(high) is \(demand); " }
    }
    text += found
    append(version, in: &text)
  }

  package func write(
    _ platforms: [SupportedPlatform], isListed: Bool, as demand: Demand,
    to text: inout Text
  ) {
    text += "the device runs "
    append(.numberedSystem, in: &text)
    if isListed { return }
    text += "; \(Constraint.platforms(platforms).displayName(in: manifest)) is \(demand)"
  }

  // MARK: The app

  package func writeFlag(_ flag: Ternary, to text: inout Text) {
    switch flag {
    case .yes: text += "enabled by the app"
    case .no: text += "disabled by the app"
    case .unknown: text += "it is unknown whether the app enables the feature"
    }
  }

  /// `position 12.5 % in rollout “search” is not below 10 %`.
  /// - Parameter isWithin: Nil if the position is unknown.
  package func write(
    _ requirement: RolloutRequirement, isWithin: Bool?, of context: ConstraintContext,
    to text: inout Text
  ) {
    if let outcome = requirement.fixedOutcome(in: context) {
      text += outcome
      return
    }
    let rollout = "rollout “\(manifest.buckets[requirement.bucket])”"
    let limit = "below \(requirement.percent) %"
    guard let isWithin else {
      switch requirement.percent {
      case .hundred: text += "rolled out to all users"
      case .zero: text += "not rolled out to any user yet"
      default: text += "the position in \(rollout) is unknown; \(limit) is \(context.demand)"
      }
      return
    }
    text += "position "
    append(.rolloutPosition(requirement.bucket), in: &text)
    let comparison = isWithin ? limit : "not \(limit)"
    text += " % in \(rollout) is \(comparison)"
  }

  // MARK: User

  package func writeToggle(_ isOn: Bool, to text: inout Text) {
    text += isOn ? "the user's toggle is on" : "the user's toggle is off"
  }

  /// Writes the sentence about a permission requirement: `the camera permission is denied`.
  ///
  /// - Parameter absence: the reason why an unsupported permission is missing.
  package func write(
    _ requirement: PermissionRequirement, _ status: SystemPermissionStatus,
    _ absence: PermissionAbsence, as demand: Demand, to text: inout Text
  ) {
    text += "the \(requirement.permission.displayName) permission "
    if let predicate = status.predicate {
      text += predicate
    } else if absence == .fromDevice {
      text += "is not supported on this device"
    } else {
      text += "does not exist on "
      append(absence == .fromVersion ? .numberedSystem : .platform, in: &text)
    }
    if let statuses = requirement.statuses, !requirement.accepts(status) {
      text += "; \(alternatives(statuses.map(\.label))) is \(demand)"
    }
  }

  /// `“Premium” has not been purchased`; ``writeUnlocked(to:)`` for an unlocked feature.
  /// - Parameter isDetailed: Whether a single product's exact status is named; always with `in`.
  package func write(
    _ expression: PurchaseExpression, _ truth: Ternary, isDetailed: Bool,
    as demand: Demand, to text: inout Text
  ) {
    switch expression {
    case .credits(let product, let quantity):
      text += "\(quantity) × “\(manifest.products[product].name)” must be spent; the user has "
      append(.credits(product), in: &text)
      return
    case .product(let product, let statuses) where isDetailed || statuses != nil:
      writeStatus(of: product, to: &text)
      if let statuses, truth != .yes {
        text += "; \(alternatives(statuses.map(\.displayName))) is \(demand)"
      }
      return
    case .product, .group, .anyOf, .allOf: break
    }
    let name = manifest.displayName(of: expression)
    guard expression.requiresOnlyPurchases else {
      switch truth {
      case .yes: text += "the user has \(name)"
      case .no: text += "\(name) is \(demand)"
      case .unknown: text += "it is unknown whether the user has \(name)"
      }
      return
    }
    let auxiliary = expression.isPlural ? "have" : "has"
    switch (truth, expression) {
    case (.no, .anyOf(let operands)) where operands.count > 1 && operands.allSatisfy(\.isSingle):
      let names = operands.map { manifest.displayName(of: $0) }
      text +=
        names.count == 2 ? "neither \(listed(names, "nor"))" : "none of \(listed(names))"
      text += " has been purchased"
    case (.no, .allOf(let operands)) where operands.count > 1:
      text += "\(name) have not \(operands.count == 2 ? "both" : "all") been purchased"
    case (.no, _): text += "\(name) \(auxiliary) not been purchased"
    case (.yes, _): text += "\(name) \(auxiliary) been purchased"
    case (.unknown, _): text += "it is unknown whether \(name) \(auxiliary) been purchased"
    }
  }

  /// `“Premium” expired on 2026-12-20`.
  package func writeStatus(of product: Int, to text: inout Text) {
    text += "“\(manifest.products[product].name)” "
    append(.status(product), in: &text)
  }

  package func writeUnlocked(to text: inout Text) { text += "the app has unlocked the feature" }

  // MARK: Attributes

  /// `“Build” is “release”; “beta” is required`.
  /// - Parameter hasDate: Whether the state has a date; nil where the sentence does not need it.
  package func write(
    _ requirement: AttributeRequirement, isMet: Bool, hasDate: Bool?,
    as demand: Demand, to text: inout Text
  ) {
    let attribute = manifest.attributes[requirement.attribute]
    text += "“\(attribute.name)” is "
    append(.value(requirement.attribute), in: &text)
    switch hasDate {
    case true?:
      text += " and the date is "
      append(.device(.date), in: &text)
    case false?: text += " and the date is unknown"
    case nil: break
    }
    if !isMet { text += "; \(attribute.domain.displayName(of: requirement.accepted)) is \(demand)" }
  }

  // MARK: References and combinations

  package func write(_ truth: Ternary, ofFeature feature: Int, to text: inout Text) {
    let name = "“\(manifest.features[feature].name)”"
    switch truth {
    case .yes: text += "\(name) is available"
    case .no: text += "\(name) is unavailable"
    case .unknown: text += "it is unknown whether \(name) is available"
    }
  }

  package func write(_ truth: Ternary, ofCondition condition: Int, to text: inout Text) {
    let name = "“\(manifest.conditions[condition].name)”"
    switch truth {
    case .yes: text += "\(name) is satisfied"
    case .no: text += "\(name) is not satisfied"
    case .unknown: text += "it is unknown whether \(name) is satisfied"
    }
  }

  /// `the excluded condition is satisfied: `; the caller appends what is inside.
  package func writeExclusion(of inside: Ternary, to text: inout Text) {
    switch inside {
    case .yes: text += "the excluded condition is satisfied: "
    case .no: text += "the excluded condition is not satisfied: "
    case .unknown: text += "it is unknown whether the excluded condition is satisfied: "
    }
  }
}

extension DescribedOperands {
  /// Writes how many alternatives of an `anyOf` with this truth value have the same one: `none of 2 alternatives is
  /// satisfied`.
  package func writeAlternatives(_ whole: Ternary, to text: inout Text) {
    switch whole {
    case .yes where count == 1: text += "the condition is satisfied"
    case .yes:
      writeCount(
        .yes, one: " of \(count) alternatives is satisfied",
        several: " of \(count) alternatives are satisfied", in: &text)
    case .no where count == 1: text += "the condition is not satisfied"
    case .no: text += "none of \(count) alternatives is satisfied"
    case .unknown where count == 1: text += "it is unknown whether the condition is satisfied"
    case .unknown: text += "it is unknown whether one of \(count) alternatives is satisfied"
    }
  }

  /// Writes how many conditions of an `allOf` with this truth value have the same one: `1 of 3 conditions is not
  /// satisfied`.
  package func writeAll(_ whole: Ternary, to text: inout Text) {
    switch whole {
    case .yes:
      text += count == 1 ? "the condition is satisfied" : "\(allConditions(count)) are satisfied"
    case .no where count == 1: text += "the condition is not satisfied"
    case .no:
      writeCount(
        .no, one: " of \(count) conditions is not satisfied",
        several: " of \(count) conditions are not satisfied", in: &text)
    case .unknown where count == 1: text += "it is unknown whether the condition is satisfied"
    case .unknown: text += "it is unknown whether \(allConditions(count)) are satisfied"
    }
  }
}
