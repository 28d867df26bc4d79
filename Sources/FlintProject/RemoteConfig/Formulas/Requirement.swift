import FlintModel

/// A single requirement in a condition of a manifest, such as a range of app versions.
enum Requirement: Hashable {
  case appVersion(VersionRange)
  case date(DateRange)
  case attribute(id: String, AcceptedValues)
  case rollout(Percent, bucket: String)
  case condition(id: String)

  /// The opposite of this requirement: for “app version at least 2”, it is “app version below 2”. Nil if the opposite
  /// can be written only with `not`.
  var complement: Requirement? {
    switch self {
    case .appVersion(let range): range.complement.map { .appVersion($0) }
    case .date(let range): range.complement.map { .date($0) }
    case .attribute(let id, let accepted): accepted.complement.map { .attribute(id: id, $0) }
    case .rollout, .condition: nil
    }
  }
}

/// The values of an attribute that satisfy a requirement.
enum AcceptedValues: Hashable {
  case boolean(Bool)
  case texts([ExactText])
  case otherTexts([ExactText])
  /// The texts that contain at least one of the given texts.
  case textsContaining([ExactText])
  case integer(Int64)
  case integers(Bounds<Int64>)
  case versions(VersionRange)
  case dates(DateRange)

  var complement: AcceptedValues? {
    switch self {
    case .boolean(let value): .boolean(!value)
    case .texts(let texts): .otherTexts(texts)
    case .otherTexts(let texts): .texts(texts)
    case .textsContaining, .integer: nil
    case .integers(let range): range.complement.map { .integers($0) }
    case .versions(let range): range.complement.map { .versions($0) }
    case .dates(let range): range.complement.map { .dates($0) }
    }
  }
}

/// A single requirement in a condition of a manifest, such as “app version at least 2”, or the negation of one.
/// Literals are the smallest parts of a formula, which combines them by “all” and “any”.
struct Literal: Hashable {
  let requirement: Requirement
  let isNegated: Bool

  /// If the requirement is negated and its opposite can be written without `not`, the literal contains the opposite,
  /// not negated.
  init(_ requirement: Requirement, isNegated: Bool = false) {
    if isNegated, let complement = requirement.complement {
      (self.requirement, self.isNegated) = (complement, false)
    } else {
      (self.requirement, self.isNegated) = (requirement, isNegated)
    }
  }

  var negation: Literal { Literal(requirement, isNegated: !isNegated) }
}

extension Bounds {
  /// The range of all values outside of this range. Nil if this range has two limits (two ranges would be left) or none
  /// (no value would be left).
  fileprivate var complement: Bounds? {
    switch (atLeast, below) {
    case (let low?, nil): .below(low)
    case (nil, let high?): .atLeast(high)
    case (nil, nil), (.some, .some): nil
    }
  }
}

extension VersionRange {
  fileprivate var complement: VersionRange? {
    switch (atLeast, below) {
    case (let low?, nil): .below(low)
    case (nil, let high?): .atLeast(high)
    case (nil, nil), (.some, .some): nil
    }
  }
}
