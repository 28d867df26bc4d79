/// Where in a manifest something is written that can be changed by itself.
package enum WrittenLocation: Hashable, Sendable {
  /// A part of constraints or of a condition; the steps lead to it.
  case part(ConditionRoot, [WrittenStep])

  /// The flag of a feature, by index.
  case isEnabled(feature: Int)

  /// The default of an attribute, by index.
  case attributeDefault(Int)
}

/// A step from something written to what stands in it.
package enum WrittenStep: Hashable, Sendable {
  /// In `constraints` or a condition: the n-th constraint of a kind. The n-th platform of a feature is the n-th key.
  case constraint(ConstraintKind, Int)

  /// Of an `allOf` or `anyOf`, of conditions or purchases.
  case element(Int)

  /// One of the required values, of the texts of a pattern's key, or of the statuses of an `in`.
  case value(Int)

  /// Of the platforms of a condition.
  case platform(Int)

  /// An end of a range.
  case bound(RangeEnd)

  /// A key of a pattern.
  case patternPart(TextPattern.Part)
}

package enum RangeEnd: CaseIterable, Sendable {
  case atLeast
  case below
}
