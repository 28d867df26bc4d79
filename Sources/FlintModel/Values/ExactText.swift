/// A text that equals another text only if both consist of the same Unicode scalars. A `String`, in contrast, also
/// equals a text with another encoding of a character, such as `é` as one or two scalars.
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
