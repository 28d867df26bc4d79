/// A text to which sentences are appended: a `String`, or a template with placeholders for the values of a state.
package protocol SentenceText {
  static func += (text: inout Self, more: String)
}

extension String: SentenceText {}

/// A placeholder for a part of a sentence that depends on the state.
package enum SentencePlaceholder: Hashable, Sendable {
  case platform

  /// The platform and its version: `iOS 17.2`; `the latest iOS` for the latest version.
  case system

  /// The platform and its version: `iOS 17.2`; only `iOS` for the latest version.
  case numberedSystem

  /// The app's version or the date, as it appears in a sentence: `app version 2.1`, `the latest app version`,
  /// `2026-12-01`. If the state contains no date, the text for the date is empty.
  case device(DeviceFact)

  /// The number of the user's credits (units that are not used yet) of the consumable product with this index in
  /// ``Manifest/products``.
  case credits(Int)

  /// The status of the product with this index in ``Manifest/products``: `is not purchased`, `expired on 2026-12-20`.
  case status(Int)

  /// The value, in the state, of the attribute with this index in ``Manifest/attributes``, in words that follow “is”:
  /// `on`, `“beta”`.
  case value(Int)

  /// The date from which on an attribute has an age: `until 2026-12-03`.
  case end(ofAge: Int64, attribute: Int)

  /// The user's position in the rollout bucket with this index in ``Manifest/buckets``, such as `12.5`; empty if the
  /// position is unknown.
  case rolloutPosition(Int)
}

/// A writer of sentences about constraints. It either fills the placeholders with the values of one state, or keeps the
/// placeholders, so that the sentence is a template for all states.
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
  /// Writes `name`, a platform's name or `app version`, and the version: `iOS 17.2`, `the latest iOS`.
  package func write(of name: String, to text: inout String) {
    switch self {
    case .latest: text += "the latest \(name)"
    case .version(let version): text += "\(name) \(version)"
    }
  }
}

/// The operands of an `anyOf` or `allOf` (the conditions inside it), for sentences that count and list them.
package protocol DescribedOperands {
  associatedtype Text: SentenceText

  var count: Int { get }

  /// Writes the number of operands (conditions inside the `anyOf` or `allOf`) that have the given truth value in the
  /// described state, followed by the argument `one` if the number is 1, otherwise by the argument `several`. With “ is
  /// true” and “ are true”, the text is “2 are true”, for example.
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
