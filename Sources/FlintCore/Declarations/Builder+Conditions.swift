// Alternatives, negations, and references to other features and to named conditions.

extension FeatureConstraintsBuilder {
  /// Requires at least one alternative; each statement is one, ``allOf(_:)`` combines several.
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

  public func allOf(_ conditions: (FeatureConstraintsBuilder) -> Void) {
    require(.allOf(StatementCollector.list(conditions)))
  }

  /// Requires that not all of the constraints are satisfied.
  public func not(_ condition: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions(condition)))
  }

  /// Requires that none of the constraints is satisfied.
  public func noneOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.not(FeatureConditions([.anyOf(StatementCollector.list(alternatives))])))
  }

  public func feature(_ feature: any FeatureDefinition.Type) {
    require(.feature(FeatureReference(feature)))
  }

  public func features(_ features: any FeatureDefinition.Type...) {
    for feature in features { self.feature(feature) }
  }

  /// `condition(.paid)`
  public func condition(_ condition: FeatureCondition) {
    require(.condition(condition))
  }

  /// Requires one of these platforms: `runs(on: .iOS(17), .macOS())`.
  public func runs(on platforms: PlatformConstraint...) {
    require(.platforms(platforms))
  }
}

// MARK: - Dates and rollouts

extension FeatureConstraintsBuilder {
  /// Requires a date from `first` on and before `end`, in UTC; not both nil. `date(from:
  /// "2026-12-01", until: "2027-01-07T12:00Z")`
  public func date(from first: DateTime? = nil, until end: DateTime? = nil) {
    guard let range = DateRange(atLeast: first, below: end) else {
      usageFailure(.emptyRange(of: "date"))
    }
    require(.date(range))
  }

  /// Requires the user's position in the bucket to be below `percent`. Nil is the bucket with the
  /// feature's id.
  public func rollout(percent: Percent, bucket: String? = nil) {
    require(.rollout(FeatureRollout(percent: percent, bucket: bucket)))
  }
}

// MARK: - Blocks

extension FeatureConstraintsBuilder {
  /// Constraints that apply only if all in the first closure are satisfied.
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

  /// Constraints that apply only if a named condition is true.
  public func when(
    _ condition: FeatureCondition, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when(FeatureConditions([.condition(condition)]), require: constraints)
  }
}
