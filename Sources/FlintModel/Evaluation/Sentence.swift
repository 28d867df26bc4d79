/// A sentence with placeholders for facts, so that it serves all states.
package struct Sentence: ExpressibleByStringInterpolation, StringInterpolationProtocol, Sendable {
  package enum Part: Sendable {
    case text(String)
    case placeholder(SentencePlaceholder)

    /// How many operands have this truth: “2 are true”.
    case count(Ternary, one: String, several: String)
  }

  package private(set) var parts: [Part] = []

  package init(literalCapacity: Int, interpolationCount: Int) {}
  package init(stringInterpolation sentence: Sentence) { self = sentence }
  package init(stringLiteral text: String) { appendLiteral(text) }

  package static func count(_ truth: Ternary, one: String, several: String) -> Sentence {
    var sentence: Sentence = ""
    sentence.parts = [.count(truth, one: one, several: several)]
    return sentence
  }

  package mutating func appendLiteral(_ text: String) {
    if !text.isEmpty { parts.append(.text(text)) }
  }

  package mutating func appendInterpolation(_ value: some Any) { appendLiteral("\(value)") }

  package mutating func appendInterpolation(_ placeholder: SentencePlaceholder) {
    parts.append(.placeholder(placeholder))
  }

  package mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }

  package static func + (one: Sentence, other: Sentence) -> Sentence { "\(one)\(other)" }
}

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

  /// When an attribute reaches an age: `until 2026-12-03`.
  case end(ofAge: Int64, attribute: Int)

  /// `12.5`; empty if unknown.
  case rolloutPosition(Int)
}

extension ResolvedState {
  /// - Parameter truths: Of the operands of the described constraint.
  func text(of sentence: Sentence, counting truths: [Ternary] = []) -> String {
    sentence.parts.reduce(into: "") { text, part in
      switch part {
      case .text(let part): text += part
      case .placeholder(let placeholder): text += self.text(of: placeholder)
      case .count(let truth, let one, let several):
        let number = truths.count { $0 == truth }
        text += "\(number)\(number == 1 ? one : several)"
      }
    }
  }

  private func text(of placeholder: SentencePlaceholder) -> String {
    switch placeholder {
    case .platform: platform.name
    case .system: osVersion.displayName(of: platform.name)
    case .numberedSystem:
      if case .version(let version) = osVersion {
        "\(platform.name) \(version)"
      } else {
        platform.name
      }
    case .device(let fact): value(of: fact).map(fact.displayName(of:)) ?? ""
    case .credits(let product): "\(credits(of: product))"
    case .status(let product):
      expiryDate(of: product).map { "\(PurchaseStatus.expiryPrefix)\($0)" }
        ?? (status(of: product) ?? .unknown).sentence
    case .value(let attribute):
      manifest.attributes[attribute].domain.displayName(of: value(of: attribute))
    case .end(let age, let attribute):
      manifest.displayName(ofAge: age, since: value(of: attribute), in: attribute)
    case .rolloutPosition(let bucket): self.bucket(bucket)?.description ?? ""
    }
  }
}

extension InstalledVersion {
  /// `iOS 17.2`, `the latest iOS`.
  package func displayName(of name: String) -> String {
    switch self {
    case .latest: "the latest \(name)"
    case .version(let version): "\(name) \(version)"
    }
  }
}
