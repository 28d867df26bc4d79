// Alternatives, negations and what features ask of one another.

extension FeatureConstraintsBuilder {
  /// Requires one of several: each thing that is said inside is an alternative. One of several parts is an
  /// ``allOf(_:)``.
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

  /// Requires all that is said inside.
  public func allOf(_ conditions: (FeatureConstraintsBuilder) -> Void) {
    require(.allOf(StatementCollector.list(conditions)))
  }

  /// Requires that what is said inside, taken together, does not hold.
  public func not(_ condition: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions(condition)))
  }

  /// Requires that none of what is said inside holds.
  public func noneOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions([.anyOf(StatementCollector.list(alternatives))])))
  }

  /// Requires that another feature is available, with all that this takes.
  public func feature(_ feature: any FeatureDefinition.Type) {
    require(.feature(FeatureReference(feature)))
  }

  /// Requires that other features are available.
  public func features(_ features: any FeatureDefinition.Type...) {
    for feature in features { self.feature(feature) }
  }

  /// Requires a condition that has a name: `condition(.paid)`.
  public func condition(_ condition: FeatureCondition) {
    require(.condition(condition))
  }

  /// Requires that the app runs on one of these platforms.
  public func runs(on platforms: PlatformConstraint...) {
    require(.platforms(platforms))
  }
}

// MARK: - Dates and rollouts

extension FeatureConstraintsBuilder {
  /// Requires a date from one on, before another, or both: `date(from: "2026-12-01", until: "2027-01-07T12:00Z")`. Dates are
  /// in UTC; the last one is no longer within.
  public func date(from first: DateTime? = nil, until end: DateTime? = nil) {
    guard let range = DateRange(atLeast: first, below: end) else {
      usageFailure(.emptyRange(of: "date"))
    }
    require(.date(range))
  }

  /// Requires that the user is among the first so many percent of those drawn into a bucket; into the feature's own where
  /// none is named.
  public func rollout(percent: Percent, bucket: String? = nil) {
    require(.rollout(FeatureRollout(percent: percent, bucket: bucket)))
  }
}

// MARK: - Blocks

extension FeatureConstraintsBuilder {
  /// Adds constraints that take part only where all that is said in the first closure holds.
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

  /// Adds constraints that take part only where a condition that has a name holds.
  public func when(
    _ condition: FeatureCondition, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(FeatureConditions([.condition(condition)]), require: constraints)
  }
}
