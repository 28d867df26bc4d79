import FlintCore

/// A requirement in a condition of a manifest.
enum Requirement: Hashable {
  case appVersion(VersionRange)
  case date(DateRange)
  case attribute(id: String, AcceptedValues)
  case rollout(Percent, bucket: String)
  /// A named condition must be satisfied.
  case condition(id: String)

  /// The requirement with the opposite result: true where this one is false, false where this one is true, and unknown
  /// where this one is unknown. Nil if the opposite can only be written with `not`.
  var complement: Requirement? {
    switch self {
    case .appVersion(let range): range.complement.map { .appVersion($0) }
    case .date(let range): range.complement.map { .date($0) }
    case .attribute(let id, let accepted): accepted.complement.map { .attribute(id: id, $0) }
    case .rollout, .condition: nil
    }
  }
}

/// The values of an attribute that a requirement accepts.
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

/// A requirement, or its negation.
struct Literal: Hashable {
  let requirement: Requirement
  let isNegated: Bool

  /// Creates a literal. A negated requirement is replaced by its complement if it has one.
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
  /// The range of the values outside of these bounds; nil if they are not a single range.
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
