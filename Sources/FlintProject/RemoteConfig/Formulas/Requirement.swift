import FlintModel

enum Requirement: Hashable {
  case appVersion(VersionRange)
  case date(DateRange)
  case attribute(id: String, AcceptedValues)
  case rollout(Percent, bucket: String)
  case condition(id: String)

  /// Nil if only `not` says it.
  var complement: Requirement? {
    switch self {
    case .appVersion(let range): range.complement.map { .appVersion($0) }
    case .date(let range): range.complement.map { .date($0) }
    case .attribute(let id, let accepted): accepted.complement.map { .attribute(id: id, $0) }
    case .rollout, .condition: nil
    }
  }
}

enum AcceptedValues: Hashable {
  case boolean(Bool)
  case texts([ExactText])
  case otherTexts([ExactText])
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

/// A requirement or its negation.
struct Literal: Hashable {
  let requirement: Requirement
  let isNegated: Bool

  /// Uses the complement instead of `not`, where there is one.
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
