package import FlintText

/// One row of a terminal screen. It consists of runs of styled text, each of which starts at a column.
package struct ScreenRow: Equatable {
  struct Piece: Equatable {
    let text: String
    let role: Role
    let isSelected: Bool
  }

  /// Consecutive pieces of styled text. The first piece starts at `column`, counted from 0; each further piece starts
  /// where the previous one ends.
  struct Run: Equatable {
    let column: Int
    fileprivate(set) var pieces: [Piece] = []
    fileprivate(set) var width = 0
  }

  private(set) var runs: [Run] = []

  static let blank = ScreenRow()

  /// Adds styled text at a column, counted from 0. Text that is wider than `limit` cells is truncated and ends with
  /// `…`.
  mutating func add(
    _ spans: [Span], at column: Int, limit: Int, isSelected: Bool = false
  ) {
    var run = Run(column: column)
    let isCut = spans.reduce(0) { $0 + $1.width } > limit
    let room = isCut ? limit - 1 : limit
    for span in spans where run.width < room {
      let text = Self.prefix(of: span.text, width: room - run.width)
      run.width += DisplayWidth.of(text)
      run.pieces.append(Piece(text: text, role: span.role, isSelected: isSelected))
      if text.utf8.count < span.text.utf8.count { break }
    }
    if isCut, limit > 0 {
      run.pieces.append(Piece(text: "…", role: .quiet, isSelected: isSelected))
      run.width += 1
    }
    if isSelected, run.width < limit {
      let rest = String(repeating: " ", count: limit - run.width)
      run.pieces.append(Piece(text: rest, role: .plain, isSelected: true))
      run.width = limit
    }
    runs.append(run)
  }

  /// Returns the longest beginning of the text that fits into the width, which is in terminal cells. A character
  /// is never cut in two.
  private static func prefix(of text: String, width: Int) -> String {
    if text.utf8.count <= width { return text }
    var used = 0
    let end = text.firstIndex { character in
      used += DisplayWidth.of(character)
      return used > width
    }
    return end.map { String(text[..<$0]) } ?? text
  }

  /// The row's text without styles or trailing spaces.
  package var text: String {
    var text = ""
    var column = 0
    for run in runs {
      text += String(repeating: " ", count: max(run.column - column, 0))
      for piece in run.pieces { text += piece.text }
      column = run.column + run.width
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Writes the row at the given position, counted from 0, and replaces the terminal's previous contents of that row.
  ///
  /// The cursor is positioned before each run of text. If the terminal shows a character wider or narrower than this
  /// program assumes, the other runs are therefore still at the right columns.
  package func write(at row: Int, style: TextStyle, into sink: inout ByteSink) {
    sink.append("\u{1B}[\(row + 1);1H\u{1B}[2K")
    for run in runs {
      sink.append("\u{1B}[\(row + 1);\(run.column + 1)H")
      for piece in run.pieces {
        let sequence = style.sequence(for: piece.role)
        if let sequence { sink.append(sequence) }
        if piece.isSelected { sink.append("\u{1B}[7m") }
        sink.append(style.isASCII ? ASCIIForm.cells(of: piece.text) : piece.text)
        if sequence != nil || piece.isSelected { sink.append("\u{1B}[0m") }
      }
    }
  }
}
