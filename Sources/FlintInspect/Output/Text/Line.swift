import FlintText

/// The role of a part of a line, such as error or heading. The output style assigns a color to each role.
enum Role {
  case plain

  /// Text that readers look for first, such as names and headings.
  case strong

  /// Additional information that readers can skip.
  case quiet

  case good
  case bad
  case open

  /// Text that tells the reader what to do, such as a next step or a command to copy.
  case action
}

/// A part of a line of text. The whole part has the same role, such as heading.
struct Span: Equatable {
  // INVARIANT: the text contains no characters that control a terminal.
  let text: String
  let role: Role

  /// Whether a line that is too wide for the terminal may be wrapped at the spaces inside this part of it. If false,
  /// the part is kept in one row if it fits into a row, as for an option with its value.
  let isBreakable: Bool

  /// The width of the text in a terminal, in character cells.
  let width: Int

  init(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) {
    self.text = visible(text)
    self.role = role
    self.isBreakable = isBreakable
    width = DisplayWidth.of(self.text)
  }
}

/// A line of text. Its parts have roles, such as heading, from which the colors are derived later. If the line is too
/// wide, it can be wrapped between words.
struct Line: Equatable {
  /// The number of terminal cells before the text of the line.
  var indentation: Int

  /// If the line is wrapped, the number of terminal cells before each row after the first.
  var hanging: Int

  /// Whether the line may be wrapped. False for commands that readers copy, which a line break would damage.
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

  /// Appends spaces, at least `atLeast`, until the line reaches a column, counted from 0.
  mutating func pad(to column: Int, atLeast: Int = 2) {
    add(String(repeating: " ", count: max(column - width, atLeast)))
  }

  /// The line in ASCII, with every other character replaced; see ``ASCIIForm``. If a text becomes longer by this, fewer
  /// spaces are written after it, but at least one, so that columns stay aligned.
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
