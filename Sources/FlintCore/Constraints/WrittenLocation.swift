/// The location in a manifest of a value that can be changed by itself.
package enum WrittenLocation: Hashable, Sendable {
  /// A part of constraints or of a condition, at the end of a path of steps.
  case part(ConditionRoot, [WrittenStep])

  /// The runtime flag of a feature, by the feature's index.
  case isEnabled(feature: Int)

  /// The default of an attribute, by the attribute's index.
  case attributeDefault(Int)
}

/// One step of a path, from a written value to a child of it.
package enum WrittenStep: Hashable, Sendable {
  /// In `constraints` or a condition: the n-th constraint of a kind. For the platforms of a feature, n counts the keys.
  case constraint(ConstraintKind, Int)

  /// An element of an `allOf` or `anyOf`, among conditions or purchases.
  case element(Int)

  /// An element of the required values, of the texts of a pattern's key, or of the statuses of an `in`.
  case value(Int)

  /// A platform of a condition, by index.
  case platform(Int)

  /// A limit of a range.
  case bound(RangeEnd)

  /// A key of a text pattern.
  case patternPart(TextPattern.Part)
}

package enum RangeEnd: CaseIterable, Sendable {
  case atLeast
  case below
}
