/// The location of one value in the manifest's declarations, such as a limit of a range or the default of an attribute.
/// From the location, the program finds the value in the manifest file, for example to report the line of a mutant (a
/// copy of the manifest with one deliberate mistake).
package enum WrittenLocation: Hashable, Sendable {
  /// A part of a list of constraints or of a condition. The first value is the list or condition; the steps lead from
  /// there to the part.
  case part(ConditionRoot, [WrittenStep])

  /// The runtime flag of the feature with this index: the switch with which the app's developers turn the feature on or
  /// off.
  case isEnabled(feature: Int)

  case attributeDefault(Int)

  /// The platform with this index among those of the app.
  case appPlatform(Int)
}

/// One step of a path through the JSON of a manifest: from a value to a value inside it.
package enum WrittenStep: Hashable, Sendable {
  /// A step of a path through a manifest's JSON from a list `constraints`, or from a condition, to one of its
  /// constraints. The constraint is given by its kind and by its index among the constraints of that kind. Each key in
  /// a feature's `platforms` is a constraint of the kind ``ConstraintKind/platform``.
  case constraint(ConstraintKind, Int)

  /// A step of a path through a manifest's JSON to the element at this index of an `allOf` or `anyOf`, which is a list
  /// of conditions or of purchases.
  case element(Int)

  /// A step of a path through a manifest's JSON to the element at this index of a list of values: the accepted values
  /// of an attribute, the texts of a pattern, or the accepted statuses of a permission or product (the key `in`).
  case value(Int)

  /// A step of a path through a manifest's JSON to the platform at this index in the object `platforms` of a condition.
  case platform(Int)

  /// A step of a path through a manifest's JSON from a range, such as a version range, to its lower or its upper limit.
  case bound(RangeEnd)

  case patternPart(TextPattern.Part)
}

package enum RangeEnd: CaseIterable, Sendable {
  case atLeast
  case below
}
