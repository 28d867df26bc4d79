internal import FlintText

/// What a piece of text is; the writer decides what that looks like.
enum Role {
  case plain

  /// What a reader looks for first: names and headings.
  case strong

  /// What helps and can be passed over.
  case quiet

  case good
  case bad
  case open

  /// What to do next.
  case action
}

/// A piece of a line.
struct Span: Equatable {
  // INVARIANT: nothing in the text can steer a terminal.
  let text: String
  let role: Role

  /// Whether a line may end at a space of it.
  let isBreakable: Bool

  /// In cells of a terminal.
  let width: Int

  init(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) {
    self.text = visible(text)
    self.role = role
    self.isBreakable = isBreakable
    width = DisplayWidth.of(self.text)
  }
}

/// A line that carries meaning and no colour; it may be wrapped between words.
struct Line: Equatable {
  /// In cells, before the first span.
  var indentation: Int

  /// In cells, before what does not fit on the first line.
  var hanging: Int

  /// False for what a reader copies, which a line end would cut in two.
  var isWrapped = true

  private(set) var spans: [Span] = []
  private(set) var width: Int

  init(indentation: Int = 0, hanging: Int? = nil) {
    self.indentation = indentation
    self.hanging = hanging ?? indentation
    width = indentation
  }

  static let blank = Line()

  mutating func add(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) {
    add(Span(text, role, isBreakable: isBreakable))
  }

  mutating func add(_ span: Span) {
    width += span.width
    spans.append(span)
  }

  /// Spaces up to a column, at least `atLeast`.
  mutating func pad(to column: Int, atLeast: Int = 2) {
    add(String(repeating: " ", count: max(column - width, atLeast)))
  }

  /// The line in ASCII; see ``ASCIIForm``. Where a text becomes longer, the spaces after it lead to the same column as
  /// before, at least one.
  var inASCII: Line {
    var line = Line(indentation: indentation, hanging: hanging)
    line.isWrapped = isWrapped
    var column = indentation
    for span in spans {
      column += span.width
      let isSpace = span.width > 1 && span.text.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
      if isSpace, line.width + span.width > column {
        line.add(String(repeating: " ", count: max(column - line.width, 1)))
      } else {
        line.add(Span(ASCIIForm.of(span.text), span.role, isBreakable: span.isBreakable))
      }
    }
    return line
  }

  func adding(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) -> Line {
    var line = self
    line.add(text, role, isBreakable: isBreakable)
    return line
  }
}
