import FlintText

/// Breaks a line into rows of limited width. A row ends between words, or inside a word that is wider than a row.
struct LineLayout {
  private let width: Int
  private let hanging: Int
  private var column: Int

  /// The number of spaces to write before the next word, if the word fits into the current row. At the beginning of a
  /// row, this is the row's indentation. The spaces are dropped if the next word begins a new row.
  private var spaces: Int
  private var hasText = false

  init(_ line: Line, width: Int) {
    self.width = width
    // The indentation is limited so that every line has room for a word or two.
    hanging = min(line.hanging, width / 2)
    column = min(line.indentation, width / 2)
    spaces = column
  }

  /// Distributes the next part of the line, such as a name in bold, over the current row and, if it does not fit, new
  /// rows.
  ///
  /// - Parameter emit: Called with each word of the part (or with each piece of a word that is wider than a row), with
  ///   the number of spaces to write before it, and with whether it begins a new row.
  mutating func add(
    _ span: Span, _ emit: (_ text: Substring, _ spaces: Int, _ beginsRow: Bool) -> Void
  ) {
    guard span.isBreakable else { return add(word: span.text[...], emit) }
    var rest = span.text[...]
    let space = UInt8(ascii: " ")
    while let first = rest.utf8.first {
      let isSpace = first == space
      let end = rest.utf8.firstIndex { ($0 == space) != isSpace } ?? rest.endIndex
      let piece = rest[..<end]
      if isSpace {
        spaces += piece.utf8.count
        column += piece.utf8.count
      } else {
        add(word: piece, emit)
      }
      rest = rest[end...]
    }
  }

  private mutating func add(
    word: Substring, _ emit: (_ text: Substring, _ spaces: Int, _ beginsRow: Bool) -> Void
  ) {
    var rest = word
    var restWidth = DisplayWidth.of(rest)
    // A word that is wider than any row begins in the current row if there is enough room.
    let fits = restWidth <= width - hanging || width - column < Self.leastRoom
    var beginsRow = hasText && column + restWidth > width && fits
    if beginsRow { beginRow() }
    while column + restWidth > width {
      let (fitting, cells) = fittingPrefix(of: rest)
      emit(fitting, spaces, beginsRow)
      rest = rest[fitting.endIndex...]
      restWidth -= cells
      beginRow()
      beginsRow = true
    }
    emit(rest, spaces, beginsRow)
    column += restWidth
    spaces = 0
    hasText = true
  }

  private mutating func beginRow() {
    column = hanging
    spaces = hanging
  }

  /// A word that is wider than a whole row begins in the current row only if at least this many cells are free there.
  private static let leastRoom = 12

  /// Returns the longest beginning of the text that fits into the current row, and its width in cells. It has at least
  /// one character. If the second half of the row contains a separator, such as the `/` of an id, the result ends after
  /// this separator instead.
  private func fittingPrefix(of text: Substring) -> (Substring, cells: Int) {
    var cells = 0
    var end = text.startIndex
    var joint: (end: Substring.Index, cells: Int)?
    while end < text.endIndex {
      let next = DisplayWidth.of(text[end])
      if cells + next > width - column, end > text.startIndex { break }
      cells += next
      let isJoint = "|=:/,&".contains(text[end])
      end = text.index(after: end)
      if isJoint, cells * 2 >= width - column { joint = (end, cells) }
    }
    return joint.map { (text[..<$0.end], $0.cells) } ?? (text[..<end], cells)
  }
}
