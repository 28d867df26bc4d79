/// A text that is equal by Unicode scalars, unlike a `String`.
public struct ExactText: Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public static func == (one: ExactText, other: ExactText) -> Bool {
    one.text.isSame(as: other.text)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Compares Unicode scalars, unlike `==`, which compares normalized texts.
  @inlinable package func isSame(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Collection<String> {
  /// The first index of the text, compared by Unicode scalars.
  package func index(ofSame text: String) -> Index? { firstIndex { $0.isSame(as: text) } }
}

extension String {
  package var words: [String] { split(separator: " ").map(String.init) }
}
