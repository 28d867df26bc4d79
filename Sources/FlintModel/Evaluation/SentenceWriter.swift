/// A `String`, or a template with placeholders.
package protocol SentenceText {
  static func += (text: inout Self, more: String)
}

extension String: SentenceText {}

/// A part of a sentence that depends on the state.
package enum SentencePlaceholder: Hashable, Sendable {
  case platform

  /// `iOS 17.2`, `the latest iOS`.
  case system

  /// `iOS 17.2`; only `iOS` for the latest.
  case numberedSystem

  /// `app version 2.1`, `2026-12-01`; empty without a date.
  case device(DeviceFact)

  case credits(Int)

  /// `is not purchased`, `expired on 2026-12-20`.
  case status(Int)

  /// Follows “is”: `on`, `“beta”`.
  case value(Int)

  /// The date from which on an attribute has an age: `until 2026-12-03`.
  case end(ofAge: Int64, attribute: Int)

  /// `12.5`; empty if unknown.
  case rolloutPosition(Int)
}

/// Writes sentences with a state's values, or with placeholders for all states.
package protocol SentenceWriter {
  associatedtype Text: SentenceText
  var manifest: Manifest { get }
  func append(_ slot: SentencePlaceholder, in text: inout Text)
}

extension ResolvedState: SentenceWriter {
  package func append(_ slot: SentencePlaceholder, in text: inout String) {
    switch slot {
    case .platform: text += platform.name
    case .system: osVersion.write(of: platform.name, to: &text)
    case .numberedSystem:
      text += platform.name
      if case .version(let version) = osVersion { text += " \(version)" }
    case .device(let fact): if let value = value(of: fact) { fact.write(value, to: &text) }
    case .credits(let product): text += "\(credits(of: product))"
    case .status(let product):
      if let end = expiryDate(of: product) {
        text += "\(PurchaseStatus.expiryPrefix)\(end)"
      } else {
        text += (status(of: product) ?? .unknown).sentence
      }
    case .value(let attribute):
      manifest.attributes[attribute].domain.write(value(of: attribute), to: &text)
    case .end(let age, let attribute):
      text += manifest.displayName(ofAge: age, since: value(of: attribute), in: attribute)
    case .rolloutPosition(let bucket):
      if let position = self.bucket(bucket) { text += position.description }
    }
  }
}

extension InstalledVersion {
  /// `iOS 17.2`, `the latest iOS`.
  package func write(of name: String, to text: inout String) {
    switch self {
    case .latest: text += "the latest \(name)"
    case .version(let version): text += "\(name) \(version)"
    }
  }
}

/// The operands of an `anyOf` or `allOf`.
package protocol DescribedOperands {
  associatedtype Text: SentenceText

  var count: Int { get }

  /// The number with this truth and `one` or `several`: “2 are true”.
  func writeCount(_ truth: Ternary, one: String, several: String, in text: inout Text)
}

/// The wording of a list of the conditions inside an `anyOf` or `allOf`: `: (1) the camera permission is denied, (2)
/// iOS 18 or later is required; the device has iOS 17.4, and 4 more`.
package enum OperandList {
  package static let maxListed = 3
  package static let opening = ": "
  package static let separator = ", "
  package static let rest = (before: ", and ", after: " more")
  package static let conjunction = ", and "
}
