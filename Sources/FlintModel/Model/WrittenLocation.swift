/// A value of a declaration, to find its line in the file.
package enum WrittenLocation: Hashable, Sendable {
  case part(ConditionRoot, [WrittenStep])

  case isEnabled(feature: Int)

  case attributeDefault(Int)

  /// The platform with this index among those of the app.
  case appPlatform(Int)
}

package enum WrittenStep: Hashable, Sendable {
  /// By its index among those of its kind; each key of `platforms` is one.
  case constraint(ConstraintKind, Int)

  /// Of an `allOf` or `anyOf`, of conditions or purchases.
  case element(Int)

  /// Of accepted values, texts or statuses.
  case value(Int)

  /// Of a condition's `platforms`.
  case platform(Int)

  /// Of a range.
  case bound(RangeEnd)

  case patternPart(TextPattern.Part)
}

package enum RangeEnd: CaseIterable, Sendable {
  case atLeast
  case below
}
