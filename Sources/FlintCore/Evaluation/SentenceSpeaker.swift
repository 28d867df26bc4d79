/// What a sentence is written to.
package protocol SentenceText {
  static func += (text: inout Self, more: String)
}

extension String: SentenceText {}

/// What a sentence leaves to the state: how something is called there.
package enum SentencePlaceholder: Hashable, Sendable {
  /// `iOS`
  case platform

  /// `iOS 17.2`, `the latest iOS`
  case system

  /// `iOS 17.2`, and `iOS` where it is the latest.
  case numberedSystem

  /// `app version 2.1`, `the latest app version`
  case appVersion

  /// `2026-12-01`, where there is one.
  case date

  /// How many of a consumable are held.
  case credits(Int)

  /// What the store says of a product: `is not purchased`, `expired on 2026-12-20`.
  case status(Int)

  /// An attribute's value, behind “is”.
  case value(Int)

  /// Where in a bucket the user was drawn, if they were.
  case draw(Int)
}

/// Says sentences: of one state, or of all states at once, where the slots stay open.
package protocol SentenceSpeaker {
  associatedtype Text: SentenceText
  var manifest: Manifest { get }
  func append(_ slot: SentencePlaceholder, in text: inout Text)
}

extension ResolvedState: SentenceSpeaker {
  package func append(_ slot: SentencePlaceholder, in text: inout String) {
    switch slot {
    case .platform: text += platform.name
    case .system: osVersion.write(of: platform.name, to: &text)
    case .numberedSystem:
      text += platform.name
      if case .version(let version) = osVersion { text += " \(version)" }
    case .appVersion: appVersion.write(of: "app version", to: &text)
    case .date: if let date { text += date.description }
    case .credits(let product): text += "\(credits(of: product))"
    case .status(let product):
      if let end = lapse(of: product) {
        text += "\(PurchaseStatus.lapse)\(end)"
      } else {
        text += (status(of: product) ?? .unknown).sentence
      }
    case .value(let attribute):
      manifest.attributes[attribute].write(value(of: attribute), to: &text)
    case .draw(let bucket): if let drawn = self.bucket(bucket) { text += drawn.description }
    }
  }
}

extension InstalledVersion {
  /// Writes whose version it is, and which: `iOS 17.2`, `the latest iOS`.
  package func write(of owner: String, to text: inout String) {
    switch self {
    case .latest: text += "the latest \(owner)"
    case .version(let version): text += "\(owner) \(version)"
    }
  }
}

/// The conditions that something is made of, for sentences that count and name them.
package protocol SpokenOperands {
  associatedtype Text: SentenceText

  /// How many there are.
  var count: Int { get }

  /// Says how many have a truth, and behind the number `one` where it is one, else `several`.
  func sayNumber(_ truth: Ternary, one: String, several: String, in text: inout Text)

  /// Names the first few that have a truth.
  func sayList(_ truth: Ternary, in text: inout Text)
}

/// How operands are listed behind a sentence: `: iOS at least 17; macOS; and 4 more`.
package enum OperandList {
  /// So many are named.
  package static let few = 3
  package static let opening = ": "
  package static let separator = "; "

  /// What stands around the number of those that are not named.
  package static let rest = (before: "; and ", behind: " more")

  /// What stands between sentences about all that is inside a `not`.
  package static let conjunction = ", and "
}
