/// A text that equals another text only if both consist of the same Unicode scalars. A `String`, in contrast, also
/// equals a text with another encoding of the same character, such as `é` as one or two scalars. An `ExactText` can
/// therefore be the key of a dictionary that must distinguish such texts.
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
