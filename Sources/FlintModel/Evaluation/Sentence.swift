/// A sentence with placeholders for facts, which all states can share.
package struct Sentence: ExpressibleByStringInterpolation, StringInterpolationProtocol, Sendable {
  package enum Part: Sendable {
    case text(String)
    case placeholder(SentencePlaceholder)

    /// How many operands have this truth: “2 are true”.
    case count(Ternary, one: String, several: String)
  }

  /// The parts before ``end``. Most sentences have only ``end``, which needs no array.
  private var begun: [Part] = []
  private var end = ""

  package init(literalCapacity: Int, interpolationCount: Int) {}
  package init(stringInterpolation sentence: Sentence) { self = sentence }
  package init(stringLiteral text: String) { appendLiteral(text) }

  package static func count(_ truth: Ternary, one: String, several: String) -> Sentence {
    var sentence: Sentence = ""
    sentence.append(.count(truth, one: one, several: several))
    return sentence
  }

  /// No two texts are adjacent.
  package var parts: [Part] { end.isEmpty ? begun : begun + [.text(end)] }

  private mutating func append(_ part: Part) {
    if case .text(let text) = part {
      end += text
      return
    }
    if !end.isEmpty { begun.append(.text(end)) }
    begun.append(part)
    end = ""
  }

  package mutating func appendLiteral(_ text: String) { end += text }

  package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
    end += value.description
  }

  package mutating func appendInterpolation(_ word: some RawRepresentable<String>) {
    end += word.rawValue
  }

  package mutating func appendInterpolation(_ placeholder: SentencePlaceholder) {
    append(.placeholder(placeholder))
  }

  package mutating func appendInterpolation(_ sentence: Sentence) {
    for part in sentence.begun { append(part) }
    end += sentence.end
  }

  package static func + (one: Sentence, other: Sentence) -> Sentence { "\(one)\(other)" }

  func text(_ text: (Part) -> String) -> String {
    var whole = ""
    for part in begun { whole += text(part) }
    whole += end
    return whole
  }
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

  /// A product's status: `is not purchased`, `expired on 2026-12-20`.
  case status(Int)

  /// An attribute's value, after “is”: `on`, `“beta”`.
  case value(Int)

  /// When an attribute reaches an age in seconds: `until 2026-12-03`.
  case end(ofAge: Int64, attribute: Int)

  /// The percentage in a bucket: `12.5`; empty if unknown.
  case rolloutPosition(Int)
}

extension ResolvedState {
  /// - Parameter truths: The outcomes of the described constraint's operands.
  func text(of sentence: Sentence, counting truths: [Ternary] = []) -> String {
    sentence.text { part in
      switch part {
      case .text(let text): return text
      case .placeholder(let placeholder): return text(of: placeholder)
      case .count(let truth, let one, let several):
        let number = truths.count { $0 == truth }
        return "\(number)\(number == 1 ? one : several)"
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
