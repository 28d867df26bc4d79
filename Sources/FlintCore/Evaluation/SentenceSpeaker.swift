/// Where a sentence goes.
package protocol SentenceText {
  static func += (text: inout Self, more: String)
}

extension String: SentenceText {}

/// What a sentence leaves to the state: how something is called there.
package enum SentenceSlot: Hashable, Sendable {
  /// `iOS`
  case platform

  /// `iOS 17.2`, `the latest iOS`
  case system

  /// `iOS 17.2`, and `iOS` where it is the latest.
  case numberedSystem

  /// `app version 2.1`, `the latest app version`
  case appVersion

  /// How many of a consumable are held.
  case credits(Int)

  /// An attribute's value, as people say it.
  case value(Int)

  /// What something is called, whatever the state.
  case name(Named)

  package enum Named: Hashable, Sendable {
    case feature(Int)
    case product(Int)
    case attribute(Int)
    case permission(SystemPermission)
  }
}

extension Manifest {
  /// What people call something.
  package func spokenName(of named: SentenceSlot.Named) -> String {
    switch named {
    case .feature(let feature): features[feature].name
    case .product(let product): products[product].name
    case .attribute(let attribute): attributes[attribute].name
    case .permission(let permission): permission.spokenName
    }
  }
}

/// Says sentences: of one state, or of all states at once, where the slots stay open.
package protocol SentenceSpeaker {
  associatedtype Text: SentenceText
  var manifest: Manifest { get }
  func say(_ slot: SentenceSlot, in text: inout Text)
}

extension ResolvedState: SentenceSpeaker {
  package func say(_ slot: SentenceSlot, in text: inout String) {
    switch slot {
    case .platform: text += platform.name
    case .system: osVersion.write(of: platform.name, to: &text)
    case .numberedSystem:
      text += platform.name
      if case .version(let version) = osVersion { text += " \(version)" }
    case .appVersion: appVersion.write(of: "app version", to: &text)
    case .credits(let product):
      if case .credits(let held) = holding(of: product) { text += "\(held)" } else { text += "0" }
    case .value(let attribute):
      manifest.attributes[attribute].write(value(of: attribute), to: &text)
    case .name(let named): text += manifest.spokenName(of: named)
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

/// A sentence with its slots open.
package struct OpenSentence: SentenceText, Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case text(String)
    case slot(SentenceSlot)
  }

  package private(set) var pieces: [Piece] = []

  package init(_ text: String = "") {
    if !text.isEmpty { pieces = [.text(text)] }
  }

  package static func += (sentence: inout OpenSentence, more: String) {
    if case .text(let text)? = sentence.pieces.last {
      sentence.pieces[sentence.pieces.count - 1] = .text(text + more)
    } else if !more.isEmpty {
      sentence.pieces.append(.text(more))
    }
  }

  /// With a capital letter where it begins with a text of its own.
  package var capitalized: OpenSentence {
    guard case .text(let text)? = pieces.first else { return self }
    var sentence = self
    sentence.pieces[0] = .text(text.prefix(1).uppercased() + text.dropFirst())
    return sentence
  }

  package mutating func append(_ slot: SentenceSlot) { pieces.append(.slot(slot)) }
}

/// Speaks of a manifest in no state in particular.
package struct AnyState: SentenceSpeaker {
  package let manifest: Manifest

  package init(_ manifest: Manifest) { self.manifest = manifest }

  package func say(_ slot: SentenceSlot, in text: inout OpenSentence) { text.append(slot) }
}
