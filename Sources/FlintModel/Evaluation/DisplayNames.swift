/// Joins names into a list: `a, b and c`.
package func listed(_ names: [String], _ conjunction: String = "and") -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// Joins names into a list: `a, b or c`.
package func alternatives(_ names: [String]) -> String { listed(names, "or") }

extension PurchaseStatus {
  package static let expiryPrefix = "expired on "

  package var sentence: String { "is \(displayName)" }

  /// The words after “is”: `waiting for approval`.
  package var displayName: String {
    switch self {
    case .purchased: "purchased"
    case .notPurchased: "not purchased"
    case .unknown: "unknown"
    case .pending: "waiting for approval"
    case .revoked: "revoked"
    case .inGracePeriod: "in its grace period"
    case .inBillingRetry: "in billing retry"
    case .expired: "expired"
    }
  }

  /// Statuses of products no longer paid for, in groups by priority. A sentence about several
  /// products names a status of the first group that occurs. Billing retry comes first, because a
  /// payment can still succeed.
  package static let lapsed: [[PurchaseStatus]] = [[.inBillingRetry], [.revoked, .expired]]

  /// Whether the status says more than bought, not bought or unknown.
  package var isDetailed: Bool {
    switch self {
    case .purchased, .notPurchased, .unknown: false
    case .pending, .revoked, .inGracePeriod, .inBillingRetry, .expired: true
    }
  }
}

extension Manifest {
  /// `“Premium” or (“Basic” and 5 × “Gem”)`.
  package func displayName(of expression: PurchaseExpression) -> String {
    expression.text { [products, groups] part in
      switch part {
      case .product(let product, let statuses):
        "“\(products[product].name)”" + statuses.displayText
      case .group(let group, let level, let statuses):
        "a subscription of “\(groups[group].name)”"
          + (level.map { " at “\(groups[group].levels[$0])” or above" } ?? "")
          + statuses.displayText
      case .credits(let product, let quantity): "\(quantity) × “\(products[product].name)”"
      case .anyOf, .allOf: ""
      }
    }
  }
}

extension [PurchaseStatus]? {
  fileprivate var displayText: String {
    map { " (\(alternatives($0.map(\.displayName))))" } ?? ""
  }
}

extension VersionRange {
  var displayText: String { limits() }
}

extension Bounds where Value: CustomStringConvertible {
  /// `at least 2 and below 3`.
  fileprivate func limits(areDates: Bool = false) -> String {
    areDates
      ? text("on or after", "before", joinedBy: " and ")
      : text("at least", "below", joinedBy: " and ")
  }
}

extension AttributeDomain {
  package func displayName(of value: AttributeValue) -> String {
    let scalar = scalar(of: value)
    let isQuoted = scalar != .null && value.type?.isTextual == true
    return isQuoted ? "“\(scalar.displayText)”" : scalar.displayText
  }

  /// `“debug” or “beta”`, `at least 3`.
  package func displayName(of accepted: AttributeRequirement.Accepted) -> String {
    switch accepted {
    case .values(let values): return alternatives(values.map(displayName(of:)))
    case .otherValues(let values):
      return "anything except \(alternatives(values.map(displayName(of:))))"
    case .range(let range): return range.map(displayName(of:)).limits(areDates: self == .date)
    case .age(let range):
      if range.limits.contains(where: { $0.seconds < 0 }) {
        return "a date " + range.map(\.distance).text("from", "until", joinedBy: " ")
      }
      return (range.atLeast == nil ? "an age " : "an age of ") + range.map(\.displayText).limits()
    case .pattern(let pattern):
      return "a text that " + pattern.displayText { displayName(of: .text($0)) }
    }
  }
}

extension TextPattern {
  /// `begins with “FR” or “DE”, contains “b” and ends with “!”`.
  package func displayText(_ displayText: (ExactText) -> String) -> String {
    listed(
      parts.map { part in
        let verb =
          switch part {
          case .beginsWith: "begins with"
          case .contains: "contains"
          case .endsWith: "ends with"
          }
        return "\(verb) \(alternatives(self[part].map(displayText)))"
      })
  }
}

extension TimeSpan {
  /// `7 days 12 hours`; with years or months in ISO 8601: `P1Y`.
  fileprivate var displayText: String {
    guard months == 0 else { return description }
    var words: [String] = []
    var rest = seconds.magnitude
    for (length, unit) in [(86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
      as [(UInt64, String)]
    {
      let count = rest / length
      rest %= length
      if count > 0 { words.append("\(count) \(count == 1 ? unit : unit + "s")") }
    }
    return words.isEmpty ? "0 days" : words.joined(separator: " ")
  }

  fileprivate var distance: String {
    seconds == 0 ? "it" : "\(displayText) \(seconds < 0 ? "before" : "after") it"
  }
}
