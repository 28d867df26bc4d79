/// How a terminal shows text.
package struct TextStyle: Sendable {
  /// The width of a row in cells.
  package let width: Int
  package let color: Bool

  /// Whether only ASCII can be shown; see ``ASCIIForm``.
  package let isASCII: Bool

  package init(width: Int = 80, color: Bool = false, isASCII: Bool = false) {
    self.width = max(width, 20)
    self.color = color
    self.isASCII = isASCII
  }

  package var unlimited: TextStyle { TextStyle(width: .max, color: color, isASCII: isASCII) }
}
