// Alternatives, negations, and references to other features and to named conditions.

extension FeatureConstraintsBuilder {
  /// Requires at least one of several alternatives. Each statement in the closure is one alternative. To combine
  /// several constraints into one alternative, wrap them in ``allOf(_:)``.
  ///
  /// ```swift
  /// requirements.anyOf {
  ///   $0.iOS = 17
  ///   $0.allOf {
  ///     $0.macOS = .any
  ///     $0.permission(.photos)
  ///   }
  /// }
  /// ```
  public func anyOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.anyOf(StatementCollector.list(alternatives)))
  }

  /// Requires that all constraints that the closure declares are satisfied.
  public func allOf(_ conditions: (FeatureConstraintsBuilder) -> Void) {
    require(.allOf(StatementCollector.list(conditions)))
  }

  /// Requires that at least one of the constraints that the closure declares is not satisfied: the logical NOT of all
  /// of them together.
  public func not(_ condition: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions(condition)))
  }

  /// Requires that none of the constraints that the closure declares is satisfied.
  public func noneOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions([.anyOf(StatementCollector.list(alternatives))])))
  }

  /// Requires that another feature is available.
  public func feature(_ feature: any FeatureDefinition.Type) {
    require(.feature(FeatureReference(feature)))
  }

  /// Requires that other features are available.
  public func features(_ features: any FeatureDefinition.Type...) {
    for feature in features { self.feature(feature) }
  }

  /// Requires that a named condition, which is declared once under an id, is true: `condition(.paid)`.
  public func condition(_ condition: FeatureCondition) {
    require(.condition(condition))
  }

  /// Requires that the device runs one of these platforms, at an accepted version: `runs(on: .iOS(17), .macOS())`.
  public func runs(on platforms: PlatformConstraint...) {
    require(.platforms(platforms))
  }
}

// MARK: - Dates and rollouts

extension FeatureConstraintsBuilder {
  /// Requires that the current date is at or after `first` and before `end`. Nil means no limit on that side, but
  /// `first` and `end` cannot both be nil. Dates are in UTC.
  ///
  /// `date(from: "2026-12-01", until: "2027-01-07T12:00Z")`
  public func date(from first: DateTime? = nil, until end: DateTime? = nil) {
    guard let range = DateRange(atLeast: first, below: end) else {
      usageFailure(.emptyRange(of: "date"))
    }
    require(.date(range))
  }

  /// Requires that the user is among a percentage of all users: the user's position in a bucket must be below
  /// `percent`. A bucket is a name under which the app assigns each user a position from 0 to below 100. If `bucket` is
  /// nil, the name is the id of the feature.
  public func rollout(percent: Percent, bucket: String? = nil) {
    require(.rollout(FeatureRollout(percent: percent, bucket: bucket)))
  }
}

// MARK: - Blocks

extension FeatureConstraintsBuilder {
  /// Adds a conditional block: constraints that apply only if all constraints in the first closure are satisfied.
  ///
  /// ```swift
  /// requirements.when {
  ///   $0.feature(SyncFeature.self)
  ///   $0.attribute(.server.atLeast("2025.6"))
  /// } require: {
  ///   $0.permission(.localNetwork)
  /// }
  /// ```
  public func when(
    _ condition: (FeatureConstraintsBuilder) -> Void,
    require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(FeatureConditions(condition), require: constraints)
  }

  /// Adds a conditional block: constraints that apply only if a named condition (declared once under an id) is true.
  public func when(
    _ condition: FeatureCondition, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(FeatureConditions([.condition(condition)]), require: constraints)
  }
}
