/// `a, b and c`.
package func listed(_ names: [String], _ conjunction: String = "and") -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}

/// `a, b or c`.
package func alternatives(_ names: [String]) -> String { listed(names, "or") }

extension PurchaseStatus {
  package static let expiryPrefix = "expired on "

  package var sentence: String { "is \(displayName)" }

  /// Follows “is”: `waiting for approval`.
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

  /// No longer paid for. A sentence about several products names one of the first group found:
  /// retries can still be paid.
  package static let lapsed: [[PurchaseStatus]] = [[.inBillingRetry], [.revoked, .expired]]

  /// Whether it says more than bought, not bought or unknown.
  package var isDetailed: Bool {
    switch self {
    case .purchased, .notPurchased, .unknown: false
    case .pending, .revoked, .inGracePeriod, .inBillingRetry, .expired: true
    }
  }
}

extension DateRange {
  func writeDisplayText(to text: inout String) {
    writeLimits(atLeast?.description, below?.description, of: .date, to: &text)
  }
}

extension Manifest {
  /// `“Premium” or (“Basic” and 5 × “Gem”)`.
  package func displayName(of expression: PurchaseExpression) -> String {
    var text = ""
    write(expression, nested: false, to: &text)
    return text
  }

  /// - Parameter nested: Whether a combination needs parentheses.
  func write(_ expression: PurchaseExpression, nested: Bool, to text: inout String) {
    let operands: [PurchaseExpression]
    let separator: String
    switch expression {
    case .product(let product, let statuses):
      text += "“\(products[product].name)”"
      statuses.writeDisplayText(to: &text)
      return
    case .group(let group, let level, let statuses):
      text += "a subscription of “\(groups[group].name)”"
      if let level { text += " at “\(groups[group].levels[level])” or above" }
      statuses.writeDisplayText(to: &text)
      return
    case .credits(let product, let quantity):
      text += "\(quantity) × “\(products[product].name)”"
      return
    case .anyOf(let several): (operands, separator) = (several, " or ")
    case .allOf(let several): (operands, separator) = (several, " and ")
    }
    let isGroup = nested && operands.count > 1
    if isGroup { text += "(" }
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += separator }
      write(operand, nested: nested || operands.count > 1, to: &text)
    }
    if isGroup { text += ")" }
  }
}

extension [PurchaseStatus]? {
  fileprivate func writeDisplayText(to text: inout String) {
    guard let self else { return }
    text += " (\(alternatives(self.map(\.displayName))))"
  }
}

extension VersionRange {
  func writeDisplayText(to text: inout String) {
    writeLimits(atLeast?.description, below?.description, to: &text)
  }

  var displayText: String {
    var text = ""
    writeDisplayText(to: &text)
    return text
  }
}

private enum LimitKind {
  case number, date
}

private func writeLimits(
  _ atLeast: String?, _ below: String?, of kind: LimitKind = .number, to text: inout String
) {
  if let atLeast {
    text += kind == .date ? "on or after " : "at least "
    text += atLeast
  }
  if atLeast != nil, below != nil { text += " and " }
  if let below {
    text += kind == .date ? "before " : "below "
    text += below
  }
}

extension AttributeDomain {
  package func displayName(of value: AttributeValue) -> String {
    var text = ""
    write(value, to: &text)
    return text
  }

  package func displayName(of accepted: AttributeRequirement.Accepted) -> String {
    var text = ""
    write(accepted, to: &text)
    return text
  }

  func write(_ value: AttributeValue, to text: inout String) {
    let scalar = scalar(of: value)
    let isQuoted = scalar != .null && value.type?.isTextual == true
    if isQuoted { text += "“" }
    text += scalar.displayText
    if isQuoted { text += "”" }
  }

  /// `“debug” or “beta”`, `at least 3`.
  func write(_ accepted: AttributeRequirement.Accepted, to text: inout String) {
    switch accepted {
    case .values(let values): text += alternatives(values.map(displayName(of:)))
    case .otherValues(let values):
      text += "anything except \(alternatives(values.map(displayName(of:))))"
    case .range(let range):
      writeLimits(
        range.atLeast.map(displayName(of:)), range.below.map(displayName(of:)),
        of: self == .date ? .date : .number, to: &text)
    case .age(let range):
      if [range.atLeast, range.below].contains(where: { ($0?.seconds ?? 0) < 0 }) {
        text += "a date"
        if let first = range.atLeast { text += " from \(first.distance)" }
        if let end = range.below { text += " until \(end.distance)" }
      } else {
        text += range.atLeast == nil ? "an age " : "an age of "
        writeLimits(range.atLeast?.displayText, range.below?.displayText, to: &text)
      }
    case .pattern(let pattern):
      text += "a text that "
      pattern.writeDisplayText(to: &text) { displayName(of: .text($0)) }
    }
  }
}

extension TextPattern {
  /// `begins with “FR” or “DE”, contains “b” and ends with “!”`.
  package func writeDisplayText(to text: inout String, _ displayText: (ExactText) -> String) {
    let parts = parts
    for (index, part) in parts.enumerated() {
      if index > 0 { text += index == parts.count - 1 ? " and " : ", " }
      switch part {
      case .beginsWith: text += "begins with "
      case .contains: text += "contains "
      case .endsWith: text += "ends with "
      }
      text += alternatives(self[part].map(displayText))
    }
  }
}

extension TimeSpan {
  /// The length in words: `7 days 12 hours`. A span with years or months keeps its ISO 8601 form: `P1Y`.
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
