/// A text that equals another one only if both consist of the same Unicode scalars. A `String` also equals a text that
/// is the same after Unicode normalization, such as the other encoding of `é`, so it cannot be the key of a dictionary
/// that distinguishes such texts.
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
