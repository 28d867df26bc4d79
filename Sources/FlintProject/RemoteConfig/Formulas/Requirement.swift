import FlintCore

/// One requirement that a condition of a manifest can have.
enum Requirement: Hashable {
  case appVersion(VersionRange)
  case date(DateRange)
  case attribute(id: String, AcceptedValues)
  case rollout(Percent, bucket: String)
  /// A named condition.
  case condition(id: String)

  /// The requirement that is true, false and unknown where this one is false, true and unknown; nil where only `not`
  /// can say that.
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
  /// One of these is somewhere in the text.
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

  /// Without a negation where a requirement says the same.
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
  /// The values outside; nil where these are no range.
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
