/// A name that source code uses for a feature.
package enum FeatureCode: Hashable, Sendable {
  case member(type: String, name: String)
  /// The text of a string literal.
  case text(String)

  /// Nil unless the text is like `FeatureFlag.turbo`, or in quotes.
  package init?(_ written: String) {
    let bytes = Array(written.utf8)
    let quote = UInt8(ascii: "\"")
    if bytes.first == quote {
      guard bytes.count > 2, bytes.last == quote else { return nil }
      self = .text(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
      return
    }
    let names = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard names.count > 1,
      names.allSatisfy({ !$0.isEmpty && !$0.contains(quote) && !$0.contains(0x20) })
    else { return nil }
    self = .member(
      type: String(decoding: names[names.count - 2], as: UTF8.self),
      name: String(decoding: names[names.count - 1], as: UTF8.self))
  }

  static let schema = Schema.named("code") {
    .matching(#"^("[^\n]+"|[^". ]+([.][^". ]+)+)$"#).described(
      "FeatureFlag.turbo for a member of a type, or a text in quotes for a string literal")
  }
}

extension ManifestFile {
  /// Each feature's names in code, as written.
  package var codes: [[String]] {
    let features = ManifestLocations(self).features
    return features.map { feature in
      document.withValue(at: feature) { feature in
        guard let code = feature.member("code") else { return [] }
        return code.string.map { [$0] } ?? code.elements.compactMap(\.string)
      }
    }
  }
}
