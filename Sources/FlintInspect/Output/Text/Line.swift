import FlintText

/// What text is for, from which styles take colours.
enum Role {
  case plain

  case strong

  /// Readers can skip it.
  case quiet

  case good
  case bad
  case open

  case action
}

struct Span: Equatable {
  // INVARIANT: the text contains no characters that control a terminal.
  let text: String
  let role: Role

  /// Whether it may be wrapped inside.
  let isBreakable: Bool

  /// In cells.
  let width: Int

  init(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) {
    self.text = visible(text)
    self.role = role
    self.isBreakable = isBreakable
    width = DisplayWidth.of(self.text)
  }
}

/// Spans that are coloured and wrapped later.
struct Line: Equatable {
  /// In cells.
  var indentation: Int

  /// Cells before each row but the first.
  var hanging: Int

  /// False for commands that readers copy.
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

  /// From 0.
  mutating func pad(to column: Int, atLeast: Int = 2) {
    add(String(repeating: " ", count: max(column - width, atLeast)))
  }

  /// Columns stay aligned, with at least one space; see ``ASCIIForm``.
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
