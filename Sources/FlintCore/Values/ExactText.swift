/// Text that is equal to other text where the Unicode scalars are: what only normalisation makes equal differs.
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
